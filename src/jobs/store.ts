import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Every blob that something in the database refers to. */
export async function referencedBlobs(database: Kysely<Tables>): Promise<Set<string>> {
  const snapshots = await database.selectFrom('versions').select('snapshot as blob').distinct().execute();
  const bases = await database
    .selectFrom('overlays')
    .innerJoin('versions', 'versions.snapshot', 'overlays.snapshot')
    .select('base as blob')
    .distinct()
    .execute();
  const images = await database.selectFrom('image_fills').select('blob').distinct().execute();
  const fonts = await database.selectFrom('fonts').select('blob').distinct().execute();
  const named = [...snapshots, ...bases, ...images, ...fonts].map(({ blob }) => blob);
  return new Set(named.filter((blob) => blob !== null));
}
