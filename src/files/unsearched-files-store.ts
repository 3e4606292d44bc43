import { type Kysely, type SqlBool, sql } from 'kysely';
import type { WritingChange } from '../change.ts';
import { mostSkewMs } from '../clock.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** A file whose words changed, taken by somebody who reads it. */
export interface UnsearchedFile {
  readonly fileKey: FileKey;
  readonly noted: number;
  readonly lease: string;
}

/** Somebody else reads the file by now: what this one found does not count. */
export class ReadingLost extends Error {
  override readonly name = 'ReadingLost';
}

const leaseMs = 60_000;

/** Has a file read for the search, whose nodes or whose name are others now. */
export async function noteUnsearched({ transaction, at }: WritingChange, key: FileKey): Promise<void> {
  await transaction
    .insertInto('unsearched_files')
    .values({ file_key: key, noted: 1, noted_at: at, tries: 0, lease: null, leased_until: null })
    .onConflict((conflict) =>
      conflict.column('file_key').doUpdateSet({ noted: sql`unsearched_files.noted + 1`, tries: 0 }),
    )
    .execute();
}

/** Notes all files that differ from what was read of them: those of before there was a search, and restored ones. */
export async function noteAllUnsearched(database: Kysely<Tables>): Promise<void> {
  await database
    .insertInto('unsearched_files')
    .columns(['file_key', 'noted', 'noted_at', 'tries'])
    .expression((builder) =>
      builder
        .selectFrom('files')
        .innerJoin('versions', (join) =>
          join
            .onRef('versions.file_key', '=', 'files.key')
            .onRef('versions.id', '=', 'files.current_version'),
        )
        .leftJoin('search_files', (join) =>
          join
            .onRef('search_files.file_key', '=', 'files.key')
            .onRef('search_files.snapshot', '=', 'versions.snapshot')
            .onRef('search_files.name', '=', 'files.name'),
        )
        .leftJoin('unsearched_files as noted', 'noted.file_key', 'files.key')
        .where('search_files.file_key', 'is', null)
        .where('noted.file_key', 'is', null)
        .select(({ cast, val, ref }) => [
          'files.key',
          cast<number>(val(1), 'bigint').as('noted'),
          ref('files.last_modified').as('noted_at'),
          cast<number>(val(0), 'bigint').as('tries'),
        ]),
    )
    .onConflict((conflict) => conflict.column('file_key').doNothing())
    .execute();
}

/** A lease that ends too late was taken before the clock was set back. */
const isFree = (now: number) =>
  sql<SqlBool>`(leased_until is null or leased_until <= ${now} or leased_until > ${now + leaseMs + mostSkewMs})`;

/** Takes the file that was noted first; of several processes one gets it. */
export async function claimUnsearched(
  database: Kysely<Tables>,
  { lease, now }: { readonly lease: string; readonly now: number },
): Promise<UnsearchedFile | undefined> {
  for (;;) {
    const next = await database
      .selectFrom('unsearched_files')
      .select('file_key')
      .where(isFree(now))
      .orderBy('noted_at')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return undefined;
    const taken = await database
      .updateTable('unsearched_files')
      .set({ lease, leased_until: now + leaseMs })
      .where('file_key', '=', next.file_key)
      .where(isFree(now))
      .returning(['file_key as fileKey', 'noted'])
      .executeTakeFirst();
    if (taken !== undefined) return { ...taken, lease };
  }
}

/** Keeps the file for whoever reads it. @throws ReadingLost */
export async function keepUnsearched(
  { transaction, at }: WritingChange,
  { fileKey, lease }: UnsearchedFile,
): Promise<void> {
  const kept = await transaction
    .updateTable('unsearched_files')
    .set({ leased_until: at + leaseMs })
    .where('file_key', '=', fileKey)
    .where('lease', '=', lease)
    .returning('file_key')
    .executeTakeFirst();
  if (kept === undefined) throw new ReadingLost();
}

/** The file was read; where it was noted again meanwhile it is to be read again. */
export async function endUnsearched(
  transaction: Kysely<Tables>,
  { fileKey, lease, noted }: UnsearchedFile,
): Promise<void> {
  await transaction
    .deleteFrom('unsearched_files')
    .where('file_key', '=', fileKey)
    .where('lease', '=', lease)
    .where('noted', '=', noted)
    .execute();
  await transaction
    .updateTable('unsearched_files')
    .set({ lease: null, leased_until: null })
    .where('file_key', '=', fileKey)
    .where('lease', '=', lease)
    .execute();
}

/** Reading failed, or was broken off: it is tried again, later each time. */
export async function putOffUnsearched(
  database: Kysely<Tables>,
  { fileKey, lease }: UnsearchedFile,
  now: number,
): Promise<number> {
  const row = await database
    .updateTable('unsearched_files')
    .set({ lease: null, leased_until: now + leaseMs / 2, tries: sql`tries + 1` })
    .where('file_key', '=', fileKey)
    .where('lease', '=', lease)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries ?? 0;
}

/** Frees what was being read: by an earlier run of the only process there is, or by this one. */
export async function freeUnsearched(database: Kysely<Tables>, lease?: string): Promise<void> {
  const rows = database.updateTable('unsearched_files').set({ lease: null, leased_until: null });
  await (lease === undefined ? rows : rows.where('lease', '=', lease)).execute();
}
