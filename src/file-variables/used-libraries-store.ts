import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { type VisibleFile, visibleFile } from '../files/visible-file-store.ts';
import { mayUseLibrary } from './variables-access.ts';

/** A library that a file uses. */
export interface UsedLibrary extends SubscribedLibrary {
  /** Whether the caller may read its variables now: no others are taken from it. */
  readonly isOpen: boolean;
}

interface SubscribedLibrary {
  readonly key: FileKey;
  /** Of its publication; null where it has published no variables. */
  readonly revision: string | null;
}

/** The libraries that a file uses, in the order in which it began to. */
export async function usedLibraries(
  database: Kysely<Tables>,
  caller: Caller,
  file: Pick<VisibleFile, 'key' | 'organizationId'>,
): Promise<UsedLibrary[]> {
  const used: UsedLibrary[] = [];
  for (const library of await subscribedLibraries(database, file.key)) {
    const seen = await visibleFile(database, caller, library.key);
    used.push({ ...library, isOpen: seen !== undefined && mayUseLibrary(caller, file, seen) });
  }
  return used;
}

async function subscribedLibraries(database: Kysely<Tables>, fileKey: FileKey): Promise<SubscribedLibrary[]> {
  return database
    .selectFrom('library_subscriptions')
    .leftJoin('variable_publications', 'variable_publications.file_key', 'library_key')
    .select(['library_key as key', 'revision'])
    .where('library_subscriptions.file_key', '=', fileKey)
    .orderBy('created_at')
    .orderBy('library_key')
    .execute();
}
