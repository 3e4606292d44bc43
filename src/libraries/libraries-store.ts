import type { Insertable, Kysely } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import type { LibraryPublishesTable, Tables } from '../database/tables.ts';

export async function insertPublish(
  transaction: Kysely<Tables>,
  publish: Insertable<LibraryPublishesTable>,
): Promise<void> {
  await transaction.insertInto('library_publishes').values(publish).execute();
}

export async function isPublished(database: Kysely<Tables>, fileKey: FileKey): Promise<boolean> {
  const row = await database
    .selectFrom('library_publishes')
    .select('id')
    .where('file_key', '=', fileKey)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isSubscribed(
  database: Kysely<Tables>,
  fileKey: FileKey,
  libraryKey: FileKey,
): Promise<boolean> {
  const row = await database
    .selectFrom('library_subscriptions')
    .select('library_key')
    .where('file_key', '=', fileKey)
    .where('library_key', '=', libraryKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers whether the file did not use the library before. */
export async function subscribe(
  transaction: Kysely<Tables>,
  subscription: { file_key: FileKey; library_key: FileKey; created_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('library_subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.columns(['file_key', 'library_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Answers whether the file used the library. */
export async function unsubscribe(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  libraryKey: FileKey,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('library_subscriptions')
    .where('file_key', '=', fileKey)
    .where('library_key', '=', libraryKey)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
