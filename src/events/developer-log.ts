import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { messageOf } from '../errors.ts';
import { insertCalls } from './developer-log-store.ts';
import type { LoggedCall } from './logged-call.ts';

/**
 * Remembers calls without making them wait: they are written together, some later. A process that is killed
 * loses those of the last second; while the database is away they are kept up to a number and then left out.
 */
export interface DeveloperLog {
  add(call: LoggedCall): void;
  /** Writes what waits, as far as the database takes it. */
  flush(): Promise<void>;
}

const pauseMs = 1_000;
const batchSize = 500;
const mostWaiting = 50_000;

export function developerLog({ database, log }: { database: Kysely<Tables>; log: Logger }): DeveloperLog {
  let waiting: LoggedCall[] = [];
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const write = async (count: number): Promise<void> => {
    try {
      for (let left = count; left > 0; left -= batchSize) {
        const batch = waiting.slice(0, Math.min(left, batchSize));
        await insertCalls(database, batch);
        waiting = waiting.slice(batch.length);
      }
    } catch (error) {
      log.error(
        { error: messageOf(error), waiting: waiting.length },
        'calls were not written to the developer log',
      );
    }
    if (waiting.length > 0) plan();
    if (leftOut > 0) log.warn({ calls: leftOut }, 'calls are missing in the developer log');
    leftOut = 0;
  };
  /** What comes while others are written waits for the next time: a few rows cost almost as much as many. */
  const afterOthers = (most: number): Promise<void> => {
    running = running.then(() => write(Math.min(most, waiting.length)));
    return running;
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return afterOthers(mostWaiting);
  };
  const plan = (): void => {
    timer ??= setTimeout(flush, pauseMs).unref();
  };
  return {
    add: (call) => {
      if (waiting.length >= mostWaiting) {
        leftOut += 1;
        return;
      }
      waiting.push(call);
      if (waiting.length === batchSize) void afterOthers(batchSize);
      plan();
    },
    flush,
  };
}
