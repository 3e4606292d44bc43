import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operationTable } from '../../contract/generated/operation-table.ts';
import { questions } from './upstream-comparisons.ts';

const page = join(import.meta.dirname, '../../../docs/likeness.md');

it('An upstream is asked as often within its limits as the page about it says', () => {
  const ofFirstTier = questions.filter(({ operation }) => operationTable[operation].tier === 1);
  const counts = [ofFirstTier.length, questions.length - ofFirstTier.length];
  const [, first, others] =
    /within its limits: (\w+) calls of tier 1, (\w+) of the others\./.exec(readFileSync(page, 'utf8')) ?? [];
  const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  expect([first, others]).toEqual(counts.map((count) => numbers[count] ?? String(count)));
});
