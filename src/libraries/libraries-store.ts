import type { Kysely } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import type { Tables } from '../database/tables.ts';

const publishes = camelColumns('library_publishes', [
  ...(['id', 'file_key', 'user_id', 'description', 'published_at'] as const),
]);
const subscriptions = camelColumns('library_subscriptions', ['file_key', 'library_key', 'created_at']);

export async function insertPublish(
  transaction: Kysely<Tables>,
  publish: CamelRow<'library_publishes'>,
): Promise<void> {
  await transaction.insertInto('library_publishes').values(publishes.columnsOf(publish)).execute();
}

/** The last publish of a file, with the handle of who made it. */
export async function lastPublish(database: Kysely<Tables>, fileKey: FileKey) {
  return database
    .selectFrom('library_publishes')
    .innerJoin('users', 'users.id', 'library_publishes.user_id')
    .select(publishes.selected)
    .select('users.handle')
    .where('file_key', '=', fileKey)
    .orderBy('published_at', 'desc')
    .orderBy('library_publishes.id', 'desc')
    .limit(1)
    .executeTakeFirst();
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
  subscription: CamelRow<'library_subscriptions'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('library_subscriptions')
    .values(subscriptions.columnsOf(subscription))
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
