import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Every blob that something in the database refers to. */
export async function referencedBlobs(database: Kysely<Tables>): Promise<Set<string>> {
  const snapshots = await database.selectFrom('versions').select('snapshot as blob').distinct().execute();
  const images = await database.selectFrom('image_fills').select('blob').distinct().execute();
  return new Set([...snapshots, ...images].map(({ blob }) => blob));
}
