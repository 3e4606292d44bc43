import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { fileRole } from '../access/file-role.ts';
import { type FileKey, fileKeyOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { type AnalysedLibrary, usesByFile } from './library-uses-store.ts';

/** How much a file uses of a library. */
export type FileUses = Awaited<ReturnType<typeof usesByFile>>[number];

/** How much each file that the caller sees uses of a library, by its key: at least as many as asked for, if there are. */
export async function usesInVisibleFiles(
  database: Kysely<Tables>,
  caller: Caller,
  library: AnalysedLibrary,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<FileUses[]> {
  const visible: FileUses[] = [];
  let from: FileKey | undefined = fileKeyOf(after);
  while (from !== undefined && visible.length < limit) {
    const found: FileUses[] = await usesByFile(database, library, caller.user.id, from, limit);
    for (const file of found) if (fileRole(caller.user, file) !== undefined) visible.push(file);
    from = found.length >= limit ? found.at(-1)?.key : undefined;
  }
  return visible;
}
