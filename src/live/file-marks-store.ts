import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { among } from '../database/in-list.ts';
import type { Tables } from '../database/tables.ts';

/** What of a file somebody follows who looks at it. */
export const topics = ['file', 'comments', 'variables', 'library', 'dev_resources'] as const;
export type Topic = (typeof topics)[number];

/** Of each topic a short text, in the order of `topics`: another one once anything of it is another. */
export type Marks = readonly string[];

type Row = object & { readonly fileKey: FileKey };
type Read = (database: Kysely<Tables>, keys: readonly FileKey[]) => Promise<readonly Row[]>;

/** What the marks are made of: aggregates alone, so that the answer is as small as the list of files. */
const reads: Readonly<Record<Topic, readonly Read[]>> = {
  file: [
    (database, keys) =>
      database
        .selectFrom('files')
        .leftJoin('versions', (join) =>
          join.onRef('file_key', '=', 'files.key').onRef('id', '=', 'current_version'),
        )
        .where(among(database, 'files.key', keys))
        .select(['key as fileKey', 'name', 'project_id', 'link_access', 'current_version', 'last_touched_at'])
        .select(['label', 'description'])
        .execute(),
  ],
  comments: [
    (database, keys) =>
      database
        .selectFrom('comments')
        .where(among(database, 'file_key', keys))
        .groupBy('file_key')
        .select(['file_key as fileKey', (count) => count.fn.countAll().as('count')])
        .select(({ fn }) => [fn.max('ordinal').as('newest'), fn.sum('reactions_made').as('reactions')])
        .select(({ fn }) => [fn.count('resolved_at').as('resolved'), fn.max('resolved_at').as('resolvedAt')])
        .execute(),
    (database, keys) =>
      database
        .selectFrom('comments')
        .innerJoin('comment_reactions', 'comment_id', 'comments.id')
        .where(among(database, 'file_key', keys))
        .groupBy('file_key')
        .select(['file_key as fileKey', (count) => count.fn.countAll().as('count')])
        .execute(),
  ],
  variables: [
    (database, keys) =>
      database
        .selectFrom('variable_files')
        .where(among(database, 'file_key', keys))
        .select(['file_key as fileKey', 'revision', 'settled_for'])
        .execute(),
  ],
  library: [
    (database, keys) =>
      database
        .selectFrom('library_publishes')
        .where(among(database, 'file_key', keys))
        .groupBy('file_key')
        .select(['file_key as fileKey', (count) => count.fn.countAll().as('count')])
        .select(({ fn }) => fn.max('published_at').as('newest'))
        .execute(),
    (database, keys) =>
      database
        .selectFrom('library_subscriptions')
        .where(among(database, 'file_key', keys))
        .groupBy('file_key')
        .select(['file_key as fileKey', (count) => count.fn.countAll().as('count')])
        .select(({ fn }) => fn.max('created_at').as('newest'))
        .execute(),
  ],
  dev_resources: [
    (database, keys) =>
      database
        .selectFrom('dev_resources')
        .where(among(database, 'file_key', keys))
        .groupBy('file_key')
        .select(['file_key as fileKey', allTogether(database).as('all')])
        .execute(),
  ],
};

/** Links for developers are few and short, and change in place. */
function allTogether(database: Kysely<Tables>) {
  const one = sql`${sql.ref('id')} || ${sql.ref('name')} || ${sql.ref('url')}`;
  return isPostgres(database) ? sql<string>`string_agg(${one}, ',')` : sql<string>`group_concat(${one}, ',')`;
}

/** The marks of those of the files that are there. */
export async function readMarks(
  database: Kysely<Tables>,
  keys: readonly FileKey[],
): Promise<ReadonlyMap<FileKey, Marks>> {
  const texts = new Map<FileKey, string[]>();
  for (const [place, topic] of topics.entries())
    for (const read of reads[topic])
      for (const { fileKey, ...values } of await read(database, keys)) {
        // The first of all reads tells which files there are.
        if (topic === 'file') texts.set(fileKey, new Array<string>(topics.length).fill(''));
        const own = texts.get(fileKey);
        if (own !== undefined) own[place] += `${JSON.stringify(values)}\n`;
      }
  return new Map([...texts].map(([key, own]) => [key, own.map(shortened)]));
}

const markLength = 10;
const shortened = (text: string): string => hash('sha256', text, 'base64url').slice(0, markLength);

/** Marks as one text, by which somebody says what they know. */
export const textOfMarks = (marks: Marks): string => marks.join('.');

/** What is another than it was; all, where it cannot be told what was known. */
export function changedSince(known: string, marks: Marks): Topic[] {
  const before = known.split('.');
  if (before.length !== marks.length) return [...topics];
  return topics.filter((_, place) => before[place] !== marks[place]);
}
