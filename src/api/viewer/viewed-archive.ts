import type { Context } from '../../context.ts';
import type { ViewedArchive } from '../../contract/contract.ts';
import { archiveOfFile } from '../../files/archive-of-file.ts';
import type { Viewed } from '../../sites/viewed-pages-store.ts';

/** What of a file is archived, for who reads it by name; which place, for who sees it. */
export async function viewedArchive(
  { database }: Context,
  { file, role, seesProject, viewer }: Viewed,
): Promise<{ readonly archived?: ViewedArchive }> {
  if (role === undefined || viewer === undefined) return {};
  const archive = await archiveOfFile(database, { file, role, person: viewer });
  if (archive === undefined) return {};
  const { kind, id, isReaders } = archive;
  const isSeen = kind === 'file' || seesProject === true;
  return { archived: { kind, may_bring_back: isReaders, ...(isSeen ? { id } : {}) } };
}
