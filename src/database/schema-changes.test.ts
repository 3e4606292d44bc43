import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { describe, expect, it } from 'vitest';
import { hindrancesOf, statementsOf } from '../testing/schema-statements.ts';
import { addColumns, createTables } from './create-tables.ts';
import {
  contracting,
  expanding,
  firstSchema,
  neededBy,
  numberOf,
  releasedSchemas,
  schemaChanges,
} from './schema-changes.ts';

const names = Object.keys(schemaChanges);
const files = readdirSync(join(import.meta.dirname, 'migrations'))
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => name.replace(/\.ts$/, ''));

/** What is wrong with the name of a contracting change, of which one has to be able to go back by a release. */
function faultOf(name: string, known: readonly string[], released: readonly string[]): string | undefined {
  const needed = neededBy(name);
  if (needed === undefined || !known.some((other) => numberOf(other) === needed)) return 'names no change';
  if (needed >= numberOf(name)) return 'names one that comes later';
  return released.some((schema) => numberOf(schema) >= needed)
    ? undefined
    : 'takes away what a released version may need that one can go back to';
}

const { version: programVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Those of releases before the version that is being made. */
const releasedBefore = Object.entries(releasedSchemas)
  .filter(([version]) => version.localeCompare(programVersion, 'en', { numeric: true }) < 0)
  .map(([, schema]) => schema);

describe('Changes of the schema', () => {
  it('have each a number of its own, and a file of their name where they need one', () => {
    expect(new Set(names.map(numberOf)).size).toBe(names.length);
    expect(files.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('expand it where their names do not say that they contract it, and the other way', () => {
    expect([...Object.keys(firstSchema), ...Object.keys(expanding)].filter((name) => neededBy(name))).toEqual(
      [],
    );
    expect(names).toHaveLength(
      Object.keys(firstSchema).length + Object.keys(expanding).length + Object.keys(contracting).length,
    );
    const newestOfFirst = Math.max(...Object.keys(firstSchema).map(numberOf));
    expect(Object.keys(expanding).filter((name) => numberOf(name) <= newestOfFirst)).toEqual([]);
  });

  it.each(Object.entries<Migration>(expanding))(
    'that are called expanding hinder no program of before: %s',
    async (_name, change) => {
      expect(hindrancesOf(await statementsOf(change))).toEqual([]);
    },
  );

  it('that contract it take away what the release before does without already', () => {
    expect(
      Object.keys(contracting)
        .map((name) => faultOf(name, names, releasedBefore))
        .filter(Boolean),
    ).toEqual([]);
  });
});

describe('The rules for changes of the schema', () => {
  const told = async (up: (database: Kysely<never>) => Promise<void>) =>
    new Set(
      hindrancesOf(await statementsOf({ up })).map((statement) => statement.split(' ').slice(0, 2).join(' ')),
    );
  const thing = (more: object = {}) =>
    ({ columns: { id: 'text', file_key: 'text' }, key: ['id'], ...more }) as const;
  const file = (onDelete: string) => ({ references: { file_key: ['files.key', onDelete] } });

  it('let tables, columns that may be null, and indexes be added', async () => {
    const up = async (database: Kysely<never>) => {
      await createTables(database, {
        things: thing({ ...file('cascade'), unique: [['file_key']], indexes: [['id']] }),
      });
      await addColumns(database, { files: { colour: 'text?', weight: 'integer?' } });
      await sql`alter table files add column height integer not null default 0`.execute(database);
      await sql`create index files_colour on files (colour)`.execute(database);
      await sql`insert into search_words (search_words, rank) values ('automerge', 0)`.execute(database);
      await sql`insert into things (id, file_key) select key, key from files`.execute(database);
    };
    expect([...(await told(up))]).toEqual([]);
  });

  it.each([
    ['rows are changed', 'update files', sql`update files set name = 'x'`],
    ['rows are deleted', 'delete from', sql`delete from files`],
    [
      'rows come into a table that is there',
      'insert into',
      sql`insert into settings (name, value) values ('a', 'b')`,
    ],
    ['a column goes', 'alter table', sql`alter table files drop column name`],
    ['a column gets another name', 'alter table', sql`alter table files rename column name to title`],
    ['a column has to be filled', 'alter table', sql`alter table files add column colour text not null`],
    ['a column becomes unique', 'create unique', sql`create unique index files_name on files (name)`],
    ['a table goes', 'drop table', sql`drop table files`],
  ])('are broken where %s', async (_what, beginning, statement) => {
    expect([...(await told(async (database) => void (await statement.execute(database))))]).toEqual([
      beginning,
    ]);
  });

  it('are broken by a table whose rows keep others from being deleted', async () => {
    const up = (database: Kysely<never>) => createTables(database, { things: thing(file('restrict')) });
    expect([...(await told(up))]).toEqual(['create table']);
  });

  it('are broken by a contracting change that a release too early takes away what one needs', () => {
    const known = ['0027-processes', '0030-colour'];
    expect(faultOf('0031-after-0030-hue', known, ['0027-processes'])).toContain('released version');
    expect(faultOf('0031-after-0030-hue', known, ['0027-processes', '0030-colour'])).toBeUndefined();
    expect(faultOf('0031-after-0029-hue', known, ['0030-colour'])).toBe('names no change');
    expect(faultOf('0029-after-0030-hue', known, ['0030-colour'])).toBe('names one that comes later');
  });
});
