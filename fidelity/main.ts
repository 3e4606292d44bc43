import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { ComparedSet, Outcome } from './cases.ts';
import { corpus } from './corpus.ts';
import { reportPage } from './page.ts';
import { startBar } from './progress-bar.ts';
import { runCases } from './run-cases.ts';
import { comparedSets, setNamed } from './sets.ts';
import { markdownTable, plainTable, type SummaryRow, summaryOf } from './summary.ts';

const help = `npm run fidelity -- [--only SET,…] [--write]

Compares pictures of ours with those that the original made of the same designs, and writes a page of all of
them to fidelity-report/. The designs are those of the folder VITRINE_CORPUS (default ../shared/data).
  --only    some of the sets: ${comparedSets.map(({ name }) => name).join(', ')}
  --write   puts the summary into docs/fidelity.md
`;

const root = join(import.meta.dirname, '..');
const folder = join(root, 'fidelity-report');
const documentation = join(root, 'docs', 'fidelity.md');

process.exitCode = await main();

/** Answers the exit code: 1 where a goal is missed. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(help);
  if (!existsSync(corpus)) return say(`There are no designs to compare: ${corpus} is absent.\n`);
  const sets = values.only?.split(',').map(setNamed) ?? comparedSets;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const outcomes = await compareAll(sets);
  const summary = summaryOf(sets, outcomes);
  await writeFile(join(folder, 'index.html'), reportPage(sets, summary, outcomes));
  await writeFile(join(folder, 'outcomes.json'), JSON.stringify(outcomes, null, 1));
  if (values.write) await writeSummary(summary);
  say(`${plainTable(summary)}\n\nAll cases: ${relative(process.cwd(), join(folder, 'index.html'))}\n`);
  return summary.some(({ reached }) => reached === 'no') ? 1 : 0;
}

function say(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

async function compareAll(sets: readonly ComparedSet[]): Promise<Outcome[]> {
  const cases = (await Promise.all(sets.map((set) => set.cases()))).flat();
  const bar = startBar('Comparing', cases.length);
  const outcomes: Outcome[] = [];
  await runCases(cases, folder, (outcome) => {
    outcomes.push(outcome);
    bar.advance(outcome.case.set);
  });
  bar.end();
  return outcomes;
}

/** The summary stands between two marks; the rest of the page is written by hand. */
async function writeSummary(summary: readonly SummaryRow[]): Promise<void> {
  const page = readFileSync(documentation, 'utf8');
  const marks = /(<!-- summary -->\n)[\s\S]*(<!-- end of the summary -->)/;
  await writeFile(documentation, page.replace(marks, `$1\n${markdownTable(summary)}\n\n$2`));
}
