import type { Kysely } from 'kysely';
import { type ArchivedPlace, archivedPlaceOf } from '../access/archived-store.ts';
import type { CallerUser } from '../access/caller.ts';
import { type FileAccessRow, standingOf } from '../access/file-access-store.ts';
import { type FileRole, mayEdit, roleByProject } from '../access/file-role.ts';
import type { Tables } from '../database/tables.ts';

/** Somebody who reads a file. */
interface Reader {
  readonly file: FileAccessRow;
  readonly role: FileRole;
  readonly person: CallerUser;
}

/** What of a file, or of where it lies, is archived, and whether its reader may bring that back. */
export async function archiveOfFile(
  database: Kysely<Tables>,
  reader: Reader,
): Promise<(ArchivedPlace & { readonly isReaders: boolean }) | undefined> {
  const place = await archivedPlaceOf(database, reader.file.key);
  return place && { ...place, isReaders: mayBringBack(place.kind, reader) };
}

/** Who may rename a thing may bring it back, but of a file nobody whom its link alone lets change it. */
function mayBringBack(kind: ArchivedPlace['kind'], { file, role, person }: Reader): boolean {
  if (person.installationAdmin) return true;
  const ofOrganization = person.role === 'admin' && person.organizationId === file.organizationId;
  if (kind !== 'file') return ofOrganization || file.teamRole === 'admin';
  const byProject = roleByProject(standingOf(file));
  return role === 'owner' || (byProject !== undefined && mayEdit(byProject));
}
