import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';
import type { IndexBlock } from '../words/index-blocks.ts';
import type { Sought } from '../words/search-query.ts';
import type { PlaceOfFiles } from './files-in-place-store.ts';

/** Writes blocks of a file that count once the generation does. */
export async function insertBlocks(
  transaction: Kysely<Tables>,
  { fileKey, generation }: { readonly fileKey: FileKey; readonly generation: string },
  blocks: readonly IndexBlock[],
): Promise<void> {
  const rows = await transaction
    .insertInto('search_blocks')
    .values(
      blocks.map(({ first, end }) => ({ file_key: fileKey, generation, first_node: first, end_node: end })),
    )
    .returning(['id', 'first_node'])
    .execute();
  const words = new Map(blocks.map((block) => [block.first, block.words]));
  const pairs = rows.map(({ id, first_node }) => [Number(id), words.get(Number(first_node)) ?? ''] as const);
  if (isPostgres(transaction)) {
    const list = JSON.stringify(pairs);
    await sql`update search_blocks set words = array_to_tsvector(string_to_array(given.value ->> 1, ' '))
      from jsonb_array_elements(cast(${list} as jsonb)) as given
      where search_blocks.id = cast(given.value ->> 0 as bigint)`.execute(transaction);
    return;
  }
  const values = sql.join(pairs.map(([id, text]) => sql`(${id}, ${text})`));
  await sql`insert into search_words (rowid, words) values ${values}`.execute(transaction);
}

/** Pages of the index of words that are put together at once: a few milliseconds. */
const pagesAtOnce = 24;

/**
 * Puts together some of what was written into the index of words; false once nothing is left. PostgreSQL does so by
 * itself, beside others.
 */
export async function joinWords(transaction: Kysely<Tables>): Promise<boolean> {
  if (isPostgres(transaction)) return false;
  const before = await changedRows(transaction);
  await sql`insert into search_words (search_words, rank) values ('merge', ${sql.lit(pagesAtOnce)})`.execute(
    transaction,
  );
  // One is changed by the asking.
  return (await changedRows(transaction)) - before >= 2;
}

async function changedRows(transaction: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(transaction);
  return Number(rows[0]?.count);
}

/** Blocks deleted by one statement. */
const blocksAtOnce = 200;

/** Deletes some blocks; false once there are none left. */
async function deleteSome(transaction: Kysely<Tables>, wanted: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from search_blocks b where ${wanted} limit ${sql.lit(
    blocksAtOnce,
  )}`.execute(transaction);
  await deleteBlocks(
    transaction,
    rows.map(({ id }) => Number(id)),
  );
  return rows.length === blocksAtOnce;
}

/** Deletes some blocks. */
export async function deleteBlocks(transaction: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (!isPostgres(transaction))
    await sql`delete from search_words where rowid in (${sql.join(ids)})`.execute(transaction);
  await transaction.deleteFrom('search_blocks').where('id', 'in', ids).execute();
}

/** Deletes some blocks of a file that do not count; false once there are none left. */
export const deleteOldBlocks = (transaction: Kysely<Tables>, key: FileKey): Promise<boolean> =>
  deleteSome(
    transaction,
    sql`b.file_key = ${key} and not exists (
      select 1 from search_files s where s.file_key = b.file_key and s.generation = b.generation)`,
  );

/** The same of all files that nobody reads, deleted ones among them. */
export async function deleteLeftBlocks(transaction: Kysely<Tables>): Promise<boolean> {
  // All blocks are looked at, which changes do by an index unless they say so.
  if (isPostgres(transaction)) await sql`set local enable_seqscan = on`.execute(transaction);
  return deleteSome(
    transaction,
    sql`not exists (select 1 from search_files s where s.file_key = b.file_key and s.generation = b.generation)
      and not exists (select 1 from unsearched_files u where u.file_key = b.file_key)`,
  );
}

/** What counts of a file from now on. */
export async function setGeneration(
  transaction: Kysely<Tables>,
  row: Pick<Tables['search_files'], 'file_key' | 'generation' | 'snapshot' | 'name'>,
): Promise<void> {
  const { generation, snapshot, name } = row;
  await transaction
    .insertInto('search_files')
    .values(row)
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet({ generation, snapshot, name }))
    .execute();
}

/** What counts of a file, and what the design that was read is a difference from, where it is one. */
export const readState = (database: Kysely<Tables>, key: FileKey) =>
  database
    .selectFrom('search_files')
    .leftJoin('overlays', 'overlays.snapshot', 'search_files.snapshot')
    .select(['generation', 'search_files.snapshot', 'name', 'base'])
    .where('file_key', '=', key)
    .executeTakeFirst();

/** Nodes that follow one another in the index. */
export type KeptBlock = Omit<CandidateBlock, 'fileKey'>;

/** The blocks of a generation from that with a node to that with another, in no order. */
export async function blocksBetween(
  database: Kysely<Tables>,
  { fileKey, generation }: { readonly fileKey: FileKey; readonly generation: string },
  nodes: { readonly first: number; readonly last: number },
): Promise<KeptBlock[]> {
  const rows = await database
    .selectFrom('search_blocks')
    .select(['id', 'first_node', 'end_node'])
    .where('file_key', '=', fileKey)
    .where('generation', '=', generation)
    .where('end_node', '>', nodes.first)
    .where('first_node', '<=', nodes.last)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    first: Number(row.first_node),
    end: Number(row.end_node),
  }));
}

/** Nodes that may say what is sought. */
export interface CandidateBlock {
  readonly id: number;
  readonly fileKey: FileKey;
  readonly first: number;
  readonly end: number;
}

interface Wanted {
  readonly sought: readonly Sought[];
  readonly file: FileKey | undefined;
  readonly place: PlaceOfFiles | undefined;
  /** Only those with smaller ids. */
  readonly below: number;
  readonly count: number;
}

/** The next blocks that have all words sought, those read last first. */
export async function candidateBlocks(
  database: Kysely<Tables>,
  { sought, file, place, below, count }: Wanted,
): Promise<CandidateBlock[]> {
  const found = isPostgres(database)
    ? sql`search_blocks b where b.words @@ cast(${tsquery(sought)} as tsquery) and b.id < ${below}`
    : sql`search_words cross join search_blocks b on b.id = search_words.rowid
        where search_words match ${match(sought)} and search_words.rowid < ${below}`;
  const order = isPostgres(database) ? sql`b.id` : sql`search_words.rowid`;
  const { rows } = await sql<CandidateBlock>`
    select b.id as id, b.file_key as "fileKey", b.first_node as first, b.end_node as "end" from ${found}
    and exists (select 1 from search_files s where s.file_key = b.file_key and s.generation = b.generation)
    ${inFile(file)} ${inPlace(place)} order by ${order} desc limit ${sql.lit(count)}`.execute(database);
  return rows.map((row) => ({
    id: Number(row.id),
    fileKey: row.fileKey,
    first: Number(row.first),
    end: Number(row.end),
  }));
}

const inFile = (file: FileKey | undefined) => (file === undefined ? sql`` : sql`and b.file_key = ${file}`);

function inPlace(place: PlaceOfFiles | undefined) {
  if (place === undefined) return sql``;
  const files = sql`and exists (select 1 from files f where f.key = b.file_key and`;
  if ('project' in place) return sql`${files} f.project_id = ${place.project})`;
  return sql`${files} f.project_id in (select p.id from projects p where p.team_id = ${place.team}))`;
}

/** Words hold letters and digits alone: nothing in them is an operator. */
const match = (sought: readonly Sought[]): string =>
  sought.map(({ word, isBeginning }) => `"${word}"${isBeginning ? ' *' : ''}`).join(' AND ');
const tsquery = (sought: readonly Sought[]): string =>
  sought.map(({ word, isBeginning }) => `'${word}'${isBeginning ? ':*' : ''}`).join(' & ');
