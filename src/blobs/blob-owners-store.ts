import type { Kysely } from 'kysely';
import type { BlobId, FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** A file, as its people and its addresses call it. */
export interface NamedFile {
  readonly key: FileKey;
  readonly name: string;
}

const most = 20;

/** Files that show a blob, some of them, for whoever has to mend it. */
export function filesWithBlob(database: Kysely<Tables>, id: BlobId): Promise<NamedFile[]> {
  const shown = database
    .selectFrom('versions')
    .leftJoin('overlays', 'overlays.snapshot', 'versions.snapshot')
    .select('versions.file_key as key')
    .where((term) => term.or([term('versions.snapshot', '=', id), term('overlays.base', '=', id)]))
    .union(database.selectFrom('image_fills').select('file_key as key').where('blob', '=', id));
  return database
    .selectFrom('files')
    .select(['key', 'name'])
    .where('key', 'in', shown)
    .orderBy('name')
    .limit(most)
    .execute();
}

/** Families of fonts that a blob is drawn with. */
export async function fontsWithBlob(database: Kysely<Tables>, id: BlobId): Promise<string[]> {
  const rows = await database
    .selectFrom('fonts')
    .select('family')
    .distinct()
    .where('blob', '=', id)
    .limit(most)
    .execute();
  return rows.map(({ family }) => family);
}
