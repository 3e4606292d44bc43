import { Worker } from 'node:worker_threads';
import type { CheckedFont } from '../render/text/check-font.ts';
import { FontError } from '../render/text/font-bytes.ts';

/** What a reading thread answers: the font, or a sentence that says what is wrong with it. */
export type FontOutcome = CheckedFont | { readonly refusal: string };

/** The largest sound fonts, of 60,000 characters and more, take a second. */
const deadlineMs = 15_000;

/** One at a time: a font may take a core and hundreds of megabytes. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Reads and tries out a font in a thread of its own, which a hostile one may fill or hold up without harm to
 * anything else.
 *
 * @throws FontError
 */
export function readFont(bytes: Uint8Array): Promise<CheckedFont> {
  const turn = queue.then(() => readInThread(bytes));
  queue = turn.catch(() => undefined);
  return turn;
}

async function readInThread(bytes: Uint8Array): Promise<CheckedFont> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./read-font-thread.${extension}`, import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const { promise, resolve } = Promise.withResolvers<FontOutcome>();
  const timer = setTimeout(() => resolve({ refusal: 'The font takes too long to read.' }), deadlineMs);
  worker.once('message', resolve);
  worker.once('error', () => resolve({ refusal: 'The font is broken.' }));
  worker.once('exit', () => resolve({ refusal: 'The font is broken.' }));
  const outcome = await promise;
  clearTimeout(timer);
  await worker.terminate();
  if ('refusal' in outcome) throw new FontError(outcome.refusal);
  return outcome;
}
