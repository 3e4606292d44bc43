import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSqliteForTest } from '../testing/postgres-and-sqlite.ts';
import { columnValues } from './column-values.ts';
import { columnWords } from './column-words.ts';
import type { DumpedRow } from './dump.ts';
import { rowProblem } from './row-problem.ts';
import { copiedTables } from './table-list.ts';
import type { ValueKind } from './value-kinds.ts';

type Value = string | number;

const numbers = [Number.NaN, 0.5, 2 ** 53, 1e300, '1', ''];
const texts = [1, 'a\0b', '\ud800'];
const hash = 'ab'.repeat(32);
const packed = deflateRawSync(Array.from({ length: 5_000 }, (_, n) => `[${n * n}]\n`).join('')).toString(
  'base64',
);
const ids = [...texts, '', 'a b', 'a/b', '../a', 'é', 'x'.repeat(200)];

/** Values that a column of the kind may and may not hold. */
const examples: {
  readonly [K in ValueKind]: { readonly good: readonly Value[]; readonly bad: readonly Value[] };
} = {
  time: {
    good: [0, -1, 1_900_000_000_123, 253_402_300_799_999],
    bad: [...numbers, 8.64e15 + 1, 253_402_300_800_000, -1e15],
  },
  count: { good: [0, 1, Number.MAX_SAFE_INTEGER], bad: [...numbers, -1] },
  flag: { good: [0, 1], bad: [...numbers, 2, -1] },
  blob: { good: [hash], bad: [...texts, '', 'ab', hash.toUpperCase(), `${hash}a`, `../${hash.slice(3)}`] },
  snapshot: { good: [hash], bad: [...texts, '', 'ab', `${hash}\n`] },
  key: { good: ['a', 'A-b_9'], bad: [...ids, 'a.b', '1:2'] },
  node: { good: ['1:2', 'I1:2;3:4', 'any words'], bad: [...texts, ''] },
  version: { good: ['0', '9007199254740993'], bad: [...texts, '', '-1', '1.5', 'a', '1\n'] },
  id: { good: ['9007199254740993', 'a.b:c_d-e'], bad: ids },
  json: { good: ['{}', '[]', '"a"', 'null'], bad: [...texts, '', '{', '{a:1}'] },
  lines: {
    good: ['', '[1]\n', '[1]\n{}\n', '{}', packed],
    bad: [...texts, '[1', '[1]\n{\n', 'AAAA', 'QUJD'],
  },
  packed: {
    good: [packed, 'AwA='],
    bad: [...texts, '', '{}', 'AAAA', 'QUJD', 'A'.repeat(10_000), `${packed}?`],
  },
  list: { good: ['[]', '[1]'], bad: [...texts, '', '{}', 'null', '[1'] },
  text: { good: ['', '設計\n'], bad: texts },
};

const words = columnWords as Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, true>>>>>
>;
const kinds = columnValues as unknown as Readonly<Record<string, Readonly<Record<string, ValueKind>>>>;

/** Of each column of a table a value that is right. */
const soundRow = (table: string): DumpedRow => ({
  ...Object.fromEntries(
    Object.entries(kinds[table] ?? {}).map(([column, kind]) => [column, examples[kind].good[0]!]),
  ),
  ...Object.fromEntries(
    Object.entries(words[table] ?? {}).map(([column, all]) => [column, Object.keys(all)[0]!]),
  ),
});

describe('A row of a copy', () => {
  it.each(copiedTables.map((table) => [table] as const))(
    'of %s is refused for each wrong value of each column, by the name of the column',
    (table) => {
      const sound = soundRow(table);
      expect(rowProblem(table, sound)).toBeUndefined();
      for (const [column, kind] of Object.entries(kinds[table] ?? {})) {
        for (const value of [...examples[kind].good, null])
          expect(rowProblem(table, { ...sound, [column]: value })).toBeUndefined();
        for (const value of examples[kind].bad)
          expect(rowProblem(table, { ...sound, [column]: value })).toMatch(`"${column}" of ${table} (`);
      }
      for (const column of Object.keys(words[table] ?? {}))
        for (const value of [1, '', 'constructor'])
          expect(rowProblem(table, { ...sound, [column]: value })).toMatch(`"${column}" of ${table} (`);
    },
  );

  it('has no column that nothing is said of', async () => {
    const { database, close, remove } = await openSqliteForTest();
    try {
      const described = await database.introspection.getTables();
      for (const table of copiedTables) {
        const columns = described.find(({ name }) => name === table)?.columns.map(({ name }) => name);
        expect(Object.keys(soundRow(table)).sort(), table).toEqual(columns?.sort());
      }
    } finally {
      await close();
      await remove();
    }
  });

  it('is named by its table and its key, and a long value is cut', () => {
    const row = { ...soundRow('versions'), file_key: 'main', id: '12', created_at: 1e300 };
    expect(rowProblem('versions', row)).toBe(
      '"created_at" of versions ("main", "12") is a time between the years 1 and 9999 in whole milliseconds, and not 1e+300.',
    );
    expect(rowProblem('files', { ...soundRow('files'), key: 'é'.repeat(10_000) })?.length).toBeLessThan(400);
  });
});
