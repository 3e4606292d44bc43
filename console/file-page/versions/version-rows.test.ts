import { expect, it } from 'vitest';
import { rowsByDay } from './version-rows.ts';
import type { Version } from './versions-query.ts';

const version = (id: string, created_at: string) => ({ id, created_at }) as Version;
const dayOf = (at: string): string => at.slice(0, 10);

it('The history of a file tells each day once, above the versions of that day', () => {
  const rows = rowsByDay(
    [
      version('3', '2026-02-02T12:00:00Z'),
      version('2', '2026-02-02T08:00:00Z'),
      version('1', '2026-01-31T08:00:00Z'),
    ],
    dayOf,
  );
  expect(rows.map((row) => ('day' in row ? row.day : row.version.id))).toEqual([
    '2026-02-02',
    '3',
    '2',
    '2026-01-31',
    '1',
  ]);
});

it('The history of a file without versions has no rows', () => {
  expect(rowsByDay([], dayOf)).toEqual([]);
});
