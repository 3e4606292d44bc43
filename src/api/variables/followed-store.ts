import type { Kysely } from 'kysely';
import type { PatchedContent } from '../../content/patched-content.ts';
import type { Tables } from '../../database/tables.ts';
import { addVersion, type VersionRow } from '../files/store.ts';
import { ChangeOvertaken } from './state-store.ts';

/** A document that follows a change of variables, and is no version yet. */
export interface FollowedDocument extends PatchedContent {
  /** The version that it was made from. */
  readonly of: VersionRow;
}

/** The current version of a file; undefined for one without content. */
export function currentVersion(database: Kysely<Tables>, fileKey: string): Promise<VersionRow | undefined> {
  return database
    .selectFrom('versions')
    .innerJoin('files', (join) =>
      join.onRef('files.key', '=', 'file_key').onRef('current_version', '=', 'versions.id'),
    )
    .selectAll('versions')
    .where('files.key', '=', fileKey)
    .executeTakeFirst();
}

/**
 * Makes a document that follows its variables the file's newest version.
 * @throws ChangeOvertaken where the file has got other content since the document was made
 */
export async function addFollowedVersion(
  transaction: Kysely<Tables>,
  { of, snapshot, base }: FollowedDocument,
  by: { userId: string; at: number },
): Promise<void> {
  const current = await currentVersion(transaction, of.file_key);
  if (current?.id !== of.id) throw new ChangeOvertaken();
  await addVersion(transaction, of.file_key, { snapshot, base, nodeCount: of.node_count, ...by });
}
