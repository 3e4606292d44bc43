import type { IncomingHttpHeaders } from 'node:http';
import type { Kysely } from 'kysely';
import type { CallerUser } from '../access/caller.ts';
import { type FileAccessRow, fileForUser, standingOf } from '../access/file-access-store.ts';
import { type FileRole, fileRole, type LinkAccess, roleByProject } from '../access/file-role.ts';
import { type FileKey, idOfNothing } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { browserSecret } from '../tokens/session.ts';
import { findSession } from '../tokens/sessions-store.ts';

/** A file that may be looked at. */
export interface ViewedFile extends FileAccessRow {
  /** Whether its link opens it to anyone, signed in or not. */
  readonly isPublic: boolean;
  /** Of the person who looks, as far as they have one. */
  readonly role: FileRole | undefined;
  /** Whether they see the project that it is in as well. */
  readonly seesProject: boolean;
}

/** The kinds of link that open a file to anyone. @see ruling B34 */
const publicLinks: ReadonlySet<LinkAccess> = new Set(['view', 'edit']);

/**
 * The file, where it may be looked at by that person, or by nobody in particular: with its link open to anyone,
 * or to somebody who may read it anyway. A file that is not there and one that may not be seen are both undefined.
 */
export async function viewableFile(
  { database }: { readonly database: Kysely<Tables> },
  fileKey: FileKey,
  user?: CallerUser,
): Promise<ViewedFile | undefined> {
  const row = await fileForUser(database, user?.id ?? idOfNothing, fileKey);
  if (row === undefined) return undefined;
  const standing = standingOf(row);
  const isPublic = publicLinks.has(standing.linkAccess);
  const role = user && fileRole(user, standing);
  const seesProject = user?.installationAdmin === true || roleByProject(standing) !== undefined;
  return isPublic || role !== undefined ? { ...row, isPublic, role, seesProject } : undefined;
}

/** The person whose browser looks, where somebody is signed in. */
export async function viewerOf(
  { database, clock }: { readonly database: Kysely<Tables>; readonly clock: { now(): number } },
  headers: IncomingHttpHeaders,
): Promise<CallerUser | undefined> {
  const secret = browserSecret(headers.cookie);
  const session = secret === undefined ? undefined : await findSession(database, secret, clock.now());
  return session?.user;
}
