import type { Kysely } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';

/** Where a blob lies in the object store. */
export interface BlobPlace {
  readonly object: string;
  readonly sizeBytes: number;
}

export interface BlobRow extends BlobPlace {
  readonly id: BlobId;
  readonly storedAt: number;
  readonly partHashes: string | null;
}

/** Nothing for a blob that is not stored. */
export const placeOfBlob = firstRow((database: Kysely<Tables>, id: BlobId) =>
  database.selectFrom('blobs').select(['object', 'size_bytes as sizeBytes']).where('id', '=', id),
);

/** The same, with the hashes of the blob's parts. */
export const partedPlaceOf = firstRow((database: Kysely<Tables>, id: BlobId) =>
  database
    .selectFrom('blobs')
    .select(['object', 'size_bytes as sizeBytes', 'part_hashes as partHashes'])
    .where('id', '=', id),
);

/** Begins the time of a stored blob anew and takes the mark of the sweep from it; nothing for one that is not stored. */
export function renewBlob(
  database: Kysely<Tables>,
  id: BlobId,
  now: number,
): Promise<(BlobPlace & { damagedAt: number | null }) | undefined> {
  return database
    .updateTable('blobs')
    .set({ stored_at: now, unreferenced_since: null })
    .where('id', '=', id)
    .returning(['object', 'size_bytes as sizeBytes', 'damaged_at as damagedAt'])
    .executeTakeFirst();
}

/** Says whether it was written: of two that store the same bytes one is the first. */
export async function insertBlob(database: Kysely<Tables>, row: BlobRow): Promise<boolean> {
  const { id, object, sizeBytes: size_bytes, storedAt: stored_at, partHashes: part_hashes } = row;
  const written = await database
    .insertInto('blobs')
    .values({ id, object, size_bytes, stored_at, unreferenced_since: null, part_hashes, damaged_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Names another object, with the right bytes, for a blob, and says whether it still had the one before. */
export async function moveBlob(
  database: Kysely<Tables>,
  id: BlobId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const moved = await database
    .updateTable('blobs')
    .set({ object: to, damaged_at: null })
    .where('id', '=', id)
    .where('object', '=', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Says to whoever stores the same bytes, in whichever process, that this object does not hold them. */
export async function noteDamage(
  database: Kysely<Tables>,
  id: BlobId,
  { object, now }: { readonly object: string; readonly now: number },
): Promise<void> {
  await database
    .updateTable('blobs')
    .set({ damaged_at: now })
    .where('id', '=', id)
    .where('object', '=', object)
    .execute();
}

/** Answers where the blob lay. */
export function deleteBlobRow(database: Kysely<Tables>, id: BlobId): Promise<{ object: string } | undefined> {
  return database.deleteFrom('blobs').where('id', '=', id).returning('object').executeTakeFirst();
}

/** Names none of the objects any more. */
export async function deleteBlobRows(database: Kysely<Tables>): Promise<void> {
  await database.deleteFrom('blobs').execute();
}

const rowsAtOnce = 500;

/** All blobs whose ids begin so. */
export async function* listBlobRows(database: Kysely<Tables>, beginning = ''): AsyncGenerator<BlobRow> {
  for (let after = beginning; ; ) {
    const rows: BlobRow[] = await database
      .selectFrom('blobs')
      .select([
        ...(['id', 'object', 'size_bytes as sizeBytes', 'stored_at as storedAt'] as const),
        'part_hashes as partHashes',
      ])
      .where('id', '>', after as BlobId)
      .where('id', '<=', `${beginning}${beyondHex}` as BlobId)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Sorts behind every digit of an id. */
const beyondHex = 'g';

/** Some of the blobs that are stored, to compare them with what there is. */
export function someBlobPlaces(database: Kysely<Tables>, most: number): Promise<BlobPlace[]> {
  return database.selectFrom('blobs').select(['object', 'size_bytes as sizeBytes']).limit(most).execute();
}

export async function hasVersions(database: Kysely<Tables>): Promise<boolean> {
  const version = await database.selectFrom('versions').select('id').limit(1).executeTakeFirst();
  return version !== undefined;
}

/** Whether anybody has worked with the database: the first start makes an administrator. */
export async function hasPeople(database: Kysely<Tables>): Promise<boolean> {
  const person = await database.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return person !== undefined;
}

/** The document of some version, of those that lie in an object store. */
export async function documentInObjects(database: Kysely<Tables>): Promise<BlobId | undefined> {
  const version = await database
    .selectFrom('blobs')
    .innerJoin('versions', 'versions.snapshot', 'blobs.id')
    .select('versions.snapshot')
    .limit(1)
    .executeTakeFirst();
  return version?.snapshot;
}
