import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { fileForUser } from '../access/file-access-store.ts';
import type { FileKey, ProjectId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { findVisibleFile } from '../files/visible-file-store.ts';
import { findVisibleProject } from '../places/projects-store.ts';
import { isStatus } from './managed-webhooks-store.ts';

/** What an event is about. */
export interface EventPlace {
  readonly fileKey: FileKey | null;
  readonly projectId: ProjectId | null;
}

/** Says of events whether the caller may see what they are about; of a file that is gone its project counts. */
export function sightOf(database: Kysely<Tables>, caller: Caller): (place: EventPlace) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (place) => {
    const name = `${place.fileKey} ${place.projectId}`;
    const seen = known.get(name) ?? sees(database, caller, place);
    known.set(name, seen);
    return seen;
  };
}

async function sees(
  database: Kysely<Tables>,
  caller: Caller,
  { fileKey: key, projectId }: EventPlace,
): Promise<boolean> {
  if (key !== null && (await fileForUser(database, caller.user.id, key)) !== undefined)
    return isFound(findVisibleFile(database, caller, key));
  return projectId === null || isFound(findVisibleProject(database, caller, projectId));
}

async function isFound(search: Promise<unknown>): Promise<boolean> {
  try {
    await search;
    return true;
  } catch (error) {
    if (isStatus(error, 404)) return false;
    throw error;
  }
}
