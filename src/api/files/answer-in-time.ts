import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { jsonChunks } from '../../content/long-json.ts';
import { messageOf } from '../../errors.ts';
import type { JsonAnswer, StreamAnswer } from '../../operation.ts';

/** How long an answer may take without a sign of life, and how often one is given after. */
const patience = { quietMs: 20_000, spaceMs: 10_000 };

/**
 * JSON that may take long: after a while the answer begins with white space, which keeps the connection alive.
 * From then on a failure can only be told as what `failed` gives.
 *
 * @see ruling H22
 */
export async function answerInTime<T>(
  work: Promise<T>,
  { failed, log, quietMs, spaceMs }: { failed: () => T; log: Logger } & Partial<typeof patience>,
): Promise<JsonAnswer<T> | StreamAnswer> {
  const settled = await doneWithin(work, quietMs ?? patience.quietMs);
  if (settled !== undefined) return { json: settled.value };
  const told = work.catch((error) => {
    log.error({ error: messageOf(error) }, 'images failed after the answer had begun');
    return failed();
  });
  const stream = Readable.from(spacesUntil(told, spaceMs ?? patience.spaceMs), { objectMode: false });
  return { stream, contentType: 'application/json; charset=utf-8' };
}

async function* spacesUntil(work: Promise<unknown>, spaceMs: number): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.from(' ');
    const settled = await doneWithin(work, spaceMs);
    if (settled === undefined) continue;
    yield* await jsonChunks(settled.value);
    return;
  }
}

async function doneWithin<T>(work: Promise<T>, ms: number): Promise<{ value: T } | undefined> {
  const giveUp = new AbortController();
  try {
    return await Promise.race([
      work.then((value) => ({ value })),
      wait(ms, undefined, { signal: giveUp.signal, ref: false }),
    ]);
  } finally {
    giveUp.abort();
  }
}
