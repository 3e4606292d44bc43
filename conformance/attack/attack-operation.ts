import fc from 'fast-check';
import type { PlannedCall, Planner } from './planned-calls.ts';
import type { Operation } from './published-interface.ts';
import { shareOf } from './request-shares.ts';
import type { Outgoing } from './sender.ts';
import { Broken, play, type Stage } from './sequence.ts';

/** A property that does not hold, with the smallest sequence that shows it. */
export interface Finding {
  readonly operation: string;
  readonly sentence: string;
  readonly seed: number;
  readonly path: string;
  readonly sent: readonly Outgoing[];
}

export interface Field {
  readonly stage: Stage;
  readonly planner: Planner;
  readonly path: string | undefined;
  /** What was seen once and not again. */
  readonly unrepeated: string[];
}

/** The server takes no connection any more. */
export class ServerGone extends Error {
  constructor(calls: readonly PlannedCall[], cause: unknown) {
    const operations = new Set(calls.map(({ operation }) => operation.id));
    super(`The server is gone. The last sequence called ${[...operations].join(', ')}.`, { cause });
    this.name = 'ServerGone';
  }
}

/** Going back to the start costs as much as ten requests or so. */
const longestSequence = 200;
const shortestSequence = 20;
/** Shrinking ends here, with the smallest sequence that was found until then. */
const shrinkMs = 30_000;

/** Plays sequences about an operation until one breaks a property, and looks for the smallest that does. */
export async function attackOperation(
  operation: Operation,
  requests: number,
  { stage, planner, path, unrepeated }: Field,
  seed: number,
): Promise<Finding | undefined> {
  const longest = longestOf(operation);
  const sequences = planner.sequences(operation, longest);
  let found: { broken: Broken; until: number } | undefined;
  let gone: unknown;
  let hasBegun = false;
  const property = fc.asyncProperty(sequences, async (calls) => {
    if (found !== undefined && performance.now() > found.until) return;
    if (gone !== undefined) throw gone;
    // Where the case of a path holds now, its neighbours would come next, hundreds of them.
    if (path !== undefined && hasBegun && found === undefined) return;
    hasBegun = true;
    const broken = await brokenTwice(calls, stage, unrepeated).catch((error: unknown) => {
      gone = error;
      throw error;
    });
    if (broken === undefined) return;
    found = { broken, until: found?.until ?? performance.now() + shrinkMs };
    throw broken;
  });
  const numRuns = Math.max(1, Math.round(requests / requestsOf(longest)));
  // Going back to the start deletes all rows and writes them anew.
  await stage.state?.tidy();
  const report = await fc.check(property, {
    seed: seedOf(operation, seed),
    numRuns,
    ...(path === undefined ? {} : { path }),
  });
  if (gone !== undefined) throw gone;
  if (!report.failed || found === undefined) return undefined;
  const { message: sentence, sent } = found.broken;
  return {
    operation: operation.id,
    sentence,
    sent,
    seed,
    path: report.counterexamplePath ?? '',
  };
}

/** The same for an operation always, so that a path leads to the same case; short where each request takes long. */
const longestOf = (operation: Operation): number =>
  Math.max(shortestSequence, Math.round(longestSequence * shareOf(operation)));

/** Sequences are half as long as the longest, on the average, and of each five calls one has a twin. */
const requestsOf = (longest: number): number => (longest / 2) * 1.2;

/** Of one seed another for each operation, so that their sequences are not all equally long. */
const seedOf = ({ id }: Operation, seed: number): number =>
  [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, seed);

/** What is seen once may be the late work of an earlier sequence; what counts is seen again from the start. */
async function brokenTwice(
  calls: readonly PlannedCall[],
  stage: Stage,
  unrepeated: string[],
): Promise<Broken | undefined> {
  const first = await brokenBy(calls, stage);
  if (first === undefined) return undefined;
  const second = await brokenBy(calls, stage);
  if (second === undefined) unrepeated.push(first.message);
  return second;
}

async function brokenBy(calls: readonly PlannedCall[], stage: Stage): Promise<Broken | undefined> {
  try {
    await stage.prepared.reset();
    await play(calls, stage);
    return undefined;
  } catch (error) {
    if (error instanceof Broken) return error;
    // Of a server that has ended nothing more can be asked.
    if (/ECONNREFUSED/.test(String(error))) throw new ServerGone(calls, error);
    return new Broken(String(error), []);
  }
}
