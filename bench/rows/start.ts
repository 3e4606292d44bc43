import { join } from 'node:path';
import { installedProgram } from '../installed.ts';
import { median } from '../medians.ts';
import { cpuSecondsOf } from '../processes.ts';
import { type Fact, rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { putContent, startVitrine } from '../vitrine.ts';

const mostMs = 350;

/** From starting the process on a folder that holds files to its first answer: the program as it is installed. */
export async function measureStart(stage: Stage): Promise<Measured> {
  stage.say('Starting on an existing data folder');
  const program = await installedProgram(stage);
  await fill(stage);
  const [ofPackage, ofClone] = [await starts(stage, program), await starts(stage)];
  const ours = median(ofPackage.map(({ startMs }) => startMs));
  return {
    rows: [rowWithin('Start with an existing data folder to the first answer', ours, mostMs)],
    facts: [factOf('the package', ofPackage), factOf('a clone, which runs TypeScript', ofClone)],
  };
}

const placeOf = ({ folder }: Stage): string => join(folder, 'start');

async function fill(stage: Stage): Promise<void> {
  const first = await startVitrine(placeOf(stage), ['big', 'small']);
  await putContent(first, 'big', stage.documents.big);
  await putContent(first, 'small', stage.documents.small);
  await first.stop();
}

interface Start {
  readonly startMs: number;
  readonly processorMs: number;
}

/** The first one finds nothing compiled, and is not counted. */
async function starts(stage: Stage, program?: string): Promise<Start[]> {
  const all: Start[] = [];
  for (let round = 0; round <= stage.rounds; round++) {
    const vitrine = await startVitrine(placeOf(stage), undefined, {}, program);
    all.push({ startMs: vitrine.startMs, processorMs: 1000 * (cpuSecondsOf(vitrine.pid) ?? 0) });
    await vitrine.stop();
  }
  return all.slice(1);
}

function factOf(what: string, starts: readonly Start[]): Fact {
  const [startMs, processorMs] = (['startMs', 'processorMs'] as const).map((each) =>
    median(starts.map((start) => start[each])),
  ) as [number, number];
  const value = `${startMs.toFixed(0)} ms, processor time ${processorMs.toFixed(0)} ms`;
  return { name: `Start of ${what}`, value };
}
