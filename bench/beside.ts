import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAnswers } from './beside/answers.ts';
import { openFlows } from './beside/flows.ts';
import { openImports } from './beside/imports.ts';
import { openLists, openMixed } from './beside/lists.ts';
import { compareMemory, compareRenderMemory, compareStarts } from './beside/memory.ts';
import { openPictures, openTiles } from './beside/pictures.ts';
import { compareTokenChecks } from './beside/token-check.ts';
import { compareDelays, openTold } from './beside/told.ts';
import { byProcessorTime, type Compare } from './beside/turns.ts';
import { openVariables } from './beside/variables.ts';

const groups: Readonly<Record<string, Compare>> = {
  answers: byProcessorTime(openAnswers),
  imports: byProcessorTime(openImports),
  lists: byProcessorTime(openLists),
  mixed: byProcessorTime(openMixed),
  pictures: byProcessorTime(openPictures),
  tiles: byProcessorTime(openTiles),
  told: byProcessorTime(openTold),
  flows: byProcessorTime(openFlows),
  variables: byProcessorTime(openVariables),
  delays: compareDelays,
  tokens: compareTokenChecks,
  start: compareStarts,
  memory: compareMemory,
  renders: compareRenderMemory,
};

const help = `node bench/beside.ts BEFORE/bin/vitrine.mjs NOW/bin/vitrine.mjs [--only ${Object.keys(groups).join(',')}]

Compares two programs, embedded and by turns: medians of both, and the median of the ratios of rounds.
  --only     some of the groups, separated by commas
  --work     what has one of these words in its name, separated by commas
  --rounds   how many count, 7 where nothing is said
`;

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(groups).join(',') },
    work: { type: 'string', default: '' },
    rounds: { type: 'string', default: '7' },
  },
  allowPositionals: true,
});
const [before, now] = positionals;
if (before === undefined || now === undefined) throw new Error(help);

const words = values.work.split(',');
for (const name of values.only.split(',')) {
  const compare = groups[name];
  if (compare === undefined) throw new Error(`There is no group "${name}".\n\n${help}`);
  process.stdout.write(`${name}, load ${loadavg()[0]?.toFixed(0)}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-beside-'));
  try {
    await compare({
      folder,
      programs: { before, now },
      rounds: Number(values.rounds),
      isWanted: (work) => words.some((word) => work.includes(word)),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
