import { join } from 'node:path';
import { interleaved, median, medianRatio } from '../medians.ts';
import { cpuSecondsOfAll, untilIdle } from '../processes.ts';

/** Two programs, a folder for what they keep, and what of the group is wanted. */
export interface Comparison {
  readonly folder: string;
  /** Their commands. */
  readonly programs: Programs<string>;
  readonly rounds: number;
  isWanted(name: string): boolean;
}

export interface Programs<Each> {
  readonly before: Each;
  readonly now: Each;
}

export type Compare = (comparison: Comparison) => Promise<void>;

export interface Work {
  ask(): Promise<unknown>;
  /** How many answers come of it, where that is not one. */
  readonly answers?: number;
  /** What it has the server do afterwards counts too. */
  readonly settles?: boolean;
}

/** A server of one of the programs, filled for a group of work. */
export interface Place {
  readonly pid: number;
  readonly work: Readonly<Record<string, Work>>;
  close(): Promise<void>;
}

/** The system counts processor time in steps of 10 ms, so that a round has a hundred of them. */
const leastRoundMs = 1000;

/** Compares processor time of answers, of which both programs give as many. */
export function byProcessorTime(open: (folder: string, program: string) => Promise<Place>): Compare {
  return async ({ folder, programs, rounds, isWanted }) => {
    const before = await open(join(folder, 'before'), programs.before);
    const now = await open(join(folder, 'now'), programs.now);
    try {
      for (const pid of [before.pid, now.pid]) await untilIdle(pid);
      for (const name of Object.keys(before.work).filter(isWanted)) {
        const round = { before: roundOf(before, name), now: roundOf(now, name) };
        const calls = Math.max(await callsOfRound(round.before), await callsOfRound(round.now));
        const answers = calls * (before.work[name]?.answers ?? 1);
        const each = (one: Round) => async () => (await one(calls)) / answers;
        await compareNumbers(name, 'ms', rounds, { before: each(round.before), now: each(round.now) });
      }
    } finally {
      await before.close();
      await now.close();
    }
  };
}

/** Milliseconds of a processor for so many calls. */
type Round = (calls: number) => Promise<number>;

function roundOf({ pid, work }: Place, name: string): Round {
  const { ask, settles = false } = work[name] as Work;
  return async (calls) => {
    const startedMs = 1000 * cpuSecondsOfAll(pid);
    for (let call = 0; call < calls; call += 1) await ask();
    if (settles) await untilIdle(pid);
    return 1000 * cpuSecondsOfAll(pid) - startedMs;
  };
}

/** How many keep the program busy for a round, once the first has found what it needs. */
async function callsOfRound(round: Round): Promise<number> {
  await round(1);
  for (let calls = 1; ; ) {
    const spentMs = await round(calls);
    if (spentMs >= leastRoundMs * 0.9) return calls;
    calls = Math.ceil(calls * Math.min(4, leastRoundMs / Math.max(1, spentMs)));
  }
}

/** Measures both by turns, once before it counts, and prints medians and the median of the ratios of pairs. */
export async function compareNumbers(
  name: string,
  unit: string,
  rounds: number,
  contestants: Programs<() => Promise<number>>,
): Promise<void> {
  await interleaved(1, { ...contestants });
  tellNumbers(name, unit, await interleaved(rounds, { ...contestants }));
}

export function tellNumbers(name: string, unit: string, { before, now }: Programs<readonly number[]>): void {
  const [one, other] = [before, now].map((values) => `${median(values).toPrecision(3)} ${unit}`);
  process.stdout.write(`${name}: ${one}, ${other}, ${medianRatio(now, before).toFixed(3)} x\n`);
}
