import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import { entryPieces } from './entry-pieces.ts';
import type { Heard } from './heard.ts';
import { type Secrets, secretsOf } from './secrets.ts';
import { openSpool, type Spool } from './spool.ts';
import { createTape, type TapeWriter } from './tape-writer.ts';

/** What is said between a program and a server, as it goes by. */
export interface Recorder {
  /** A request to an address, as the program names it. */
  readonly begin: (incoming: IncomingMessage, url: URL) => Exchange;
  /** Ends the tape. */
  readonly close: () => Promise<Recorded>;
}

export interface Recorded {
  readonly entries: number;
  /** The first reason why an answer is not on the tape. */
  readonly problem: string | undefined;
}

/** One request and its answer. */
export interface Exchange {
  readonly answers: (response: IncomingMessage) => void;
  /** There is no answer, or none that goes on. */
  readonly fails: () => void;
}

interface RecorderOptions {
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

export async function openRecorder({ path, env, now }: RecorderOptions): Promise<Recorder> {
  const secrets = secretsOf(env);
  const tape = await createTape(path, secrets);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-tape-'));
  const open = new Set<Promise<void>>();
  let entries = 0;
  let problem: string | undefined;
  const write = async (heard: Heard): Promise<void> => {
    try {
      await writeHeard(heard, { tape, secrets, folder });
      entries += 1;
    } catch (error) {
      problem ??= messageOf(error);
    }
  };
  return {
    begin: (request, url) => {
      const started = { request, url, startedAt: now(), requestBody: openSpool(folder) };
      return exchangeOf(started, openSpool(folder), (heard) => {
        const writing = write(heard).finally(() => open.delete(writing));
        open.add(writing);
      });
    },
    close: async () => {
      // An answer that was broken off is noted at the end of this turn.
      await new Promise((done) => setImmediate(done));
      await Promise.all(open);
      await tape.close();
      await rm(folder, { recursive: true, force: true });
      return { entries, problem };
    },
  };
}

type Started = Pick<Heard, 'request' | 'url' | 'startedAt' | 'requestBody'>;

function exchangeOf(started: Started, responseBody: Spool, done: (heard: Heard) => void): Exchange {
  const { request, requestBody } = started;
  const since = performance.now();
  let isAnswered = false;
  request.on('data', requestBody.write);
  return {
    answers: (response) => {
      isAnswered = true;
      const waitMs = performance.now() - since;
      response.on('data', responseBody.write);
      response.on('close', () => {
        request.off('data', requestBody.write);
        const receiveMs = performance.now() - since - waitMs;
        done({ ...started, response, responseBody, waitMs, receiveMs });
      });
    },
    fails: () => {
      if (isAnswered) return;
      request.off('data', requestBody.write);
      for (const spool of [requestBody, responseBody]) spool.close();
    },
  };
}

async function writeHeard(
  heard: Heard,
  { tape, ...parts }: { tape: TapeWriter; secrets: Secrets; folder: string },
): Promise<void> {
  try {
    const pieces = await entryPieces(heard, parts);
    await tape.append(pieces);
  } finally {
    heard.requestBody.close();
    heard.responseBody.close();
  }
}
