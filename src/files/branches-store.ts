import type { Kysely } from 'kysely';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

export interface BranchRow {
  readonly key: FileKey;
  readonly name: string;
  readonly lastModified: number;
  readonly currentVersion: VersionId | null;
}

export async function branchesOf(database: Kysely<Tables>, mainFileKey: FileKey): Promise<BranchRow[]> {
  return database
    .selectFrom('files')
    .select(['key', 'name', 'last_modified as lastModified', 'current_version as currentVersion'])
    .where('main_file_key', '=', mainFileKey)
    .orderBy('created_at')
    .orderBy('key')
    .execute();
}
