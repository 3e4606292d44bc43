import { oneByOne } from '../processes/one-by-one.ts';
import { programBeside } from '../processes/program-beside.ts';
import { startChild } from '../processes/start-child.ts';
import type { Party } from '../processes/turns.ts';
import type { CheckedFont } from '../render/text/check-font.ts';
import { FontError } from '../render/text/font-bytes.ts';

/** What a reading process answers: the font, or a sentence that says what is wrong with it. */
export type FontOutcome = CheckedFont | { readonly refusal: string };

/** The largest sound fonts, of 60,000 characters and more, take a second. */
const deadlineMs = 15_000;

/** A font may take a core and hundreds of megabytes. */
const inTurn = oneByOne();

/**
 * Reads and tries out a font in a process of its own, which a hostile one may fill or hold up without harm to
 * anything else.
 *
 * @throws FontError
 */
export function readFont(bytes: Uint8Array, party: Party): Promise<CheckedFont> {
  return inTurn(party, () => readInProcess(bytes));
}

const program = programBeside(import.meta.url, 'read-font-program');
const limits = { heapMb: 512, memoryMb: 1024 };

async function readInProcess(bytes: Uint8Array): Promise<CheckedFont> {
  const child = startChild(program, limits);
  const { promise, resolve } = Promise.withResolvers<FontOutcome>();
  const timer = setTimeout(() => resolve({ refusal: 'The font takes too long to read.' }), deadlineMs);
  child.onMessage((outcome) => resolve(outcome as FontOutcome));
  child.gone.then(() => resolve({ refusal: 'The font is broken.' }));
  child.send(bytes);
  const outcome = await promise;
  clearTimeout(timer);
  await child.kill();
  if ('refusal' in outcome) throw new FontError(outcome.refusal);
  return outcome;
}
