import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { ClosingList, openStorage } from '../open-storage.ts';

/** How each of two ended that opened a database at the same moment. */
export interface Race {
  readonly alone: 'serves' | Error;
  readonly together: 'serves' | Error;
}

const traits = { version: '0', renderer: 'none', marks: 'a'.repeat(32), settings: '{}' };
const log = pino({ level: 'silent' });
/** One of the two comes later by up to so much, about as long as an opening takes. */
const mostAheadMs = 60;

/**
 * Has a server that works alone and one of several open the database at the same moment, so often, and says how each
 * ended: by all that a start asks of the database, without the rest of a server.
 */
export async function raceForDatabase(databaseUrl: string, races: number): Promise<Race[]> {
  const common = { databaseUrl, dataFolder: tmpdir() };
  const ofSeveral = {
    blobs: 's3://designs/vitrine?region=us-east-1',
    baseUrl: 'https://design.example.com',
    secret: 'what all servers of the installation sign with',
  };
  const ends: Race[] = [];
  for (let race = 0; race < races; race += 1) {
    const closing = [new ClosingList(), new ClosingList()] as const;
    const open = async (at: 0 | 1, settings: object): Promise<'serves'> => {
      const aheadMs = ((race * 7) % mostAheadMs) * (race % 2 === at ? 1 : 0);
      await wait(aheadMs);
      await openStorage(readConfig({ ...common, ...settings }, {}), closing[at], log, async () => traits);
      return 'serves';
    };
    const [alone, together] = await Promise.all([
      open(0, {}).catch((error: Error) => error),
      open(1, ofSeveral).catch((error: Error) => error),
    ]);
    ends.push({ alone, together });
    for (const each of closing) await each.closeAll();
  }
  return ends;
}
