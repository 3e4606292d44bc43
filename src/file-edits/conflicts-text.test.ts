import { expect, it } from 'vitest';
import type { MergeConflict } from '../editing/merge-conflicts.ts';
import { conflictsText } from './conflicts-text.ts';

const told = (conflicts: readonly object[]) => {
  const text = conflictsText(conflicts as readonly MergeConflict[]);
  return JSON.parse(`[${text}]`);
};
const changed = (at: number) => ({ id: `1:${at}`, property: 'name', reason: 'Both changed it.' });

it('A thousand conflicts of a merge are told', () => {
  expect(told(Array.from({ length: 1001 }, (_, at) => changed(at)))).toHaveLength(1000);
});

it('A conflict of which one value is long, or was long before, shows none', () => {
  const long = JSON.stringify('a'.repeat(256 * 1024));
  for (const values of [
    { base: long, ours: '1' },
    { ours: long },
    { theirs: long },
    { sizeBytes: 2 ** 20, ours: '1' },
  ])
    expect(told([{ ...changed(1), ...values }])).toEqual([{ ...changed(1), too_long: true }]);
  expect(told([{ ...changed(1), base: '0', ours: '1', theirs: '2' }])).toEqual([
    { ...changed(1), base: 0, ours: 1, theirs: 2 },
  ]);
});

it('Behind 4 MB of values conflicts of properties show none, and others have none to show', () => {
  const ours = JSON.stringify('a'.repeat(250_000));
  const large = Array.from({ length: 17 }, (_, at) => ({ ...changed(at), ours }));
  const removed = { id: '2:1', reason: 'It was removed by ours.' };
  expect(told([...large, { ...changed(18), ours: '1' }, removed]).slice(-2)).toEqual([
    { ...changed(18), too_long: true },
    removed,
  ]);
});
