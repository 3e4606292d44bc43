import type { Kysely } from 'kysely';

/** Lets what a library offers be read in the order of its document without sorting all of it first. */
export async function assetOrder(database: Kysely<never>): Promise<void> {
  await database.schema
    .createIndex('published_assets_order')
    .on('published_assets')
    .columns(['file_key', 'kind', 'sort_position'])
    .execute();
}
