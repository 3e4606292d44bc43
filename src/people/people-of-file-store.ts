import type { Kysely } from 'kysely';
import type { Caller, CallerUser } from '../access/caller.ts';
import { type UserColumns, userColumns, userOf } from '../access/caller-store.ts';
import { type FileAccessRow, fileForUser, standingOf } from '../access/file-access-store.ts';
import {
  type FileRole,
  type FileStanding,
  fileRole,
  type RoleReason,
  reasonsForRole,
} from '../access/file-role.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import { type SharedPlace, sharedPlaces } from '../access/shared-places.ts';
import type { FileKey, ProjectId, TeamId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden, notFound, sentences } from '../errors.ts';
import { administersProject } from '../places/place-role.ts';

/** Somebody who may open a file, and all that lets them. */
export interface PersonOfFile {
  readonly user: CallerUser;
  readonly role: FileRole;
  readonly reasons: readonly RoleReason[];
}

/**
 * The owner of a file and whom its team and its project open it to, as far as the caller knows the people there; of a
 * branch those of its main file. Those who came first first.
 *
 * @throws ApiError 404, 403 for whom a link alone lets in
 */
export async function pageOfPeopleOfFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: FileKey,
  query: PageQuery,
): Promise<Page<PersonOfFile> & { readonly mayInvite: boolean }> {
  const file = await fileForUser(database, caller.user.id, key);
  if (file === undefined) throw notFound(sentences.fileNotFound);
  const standing = standingOf(file);
  if (fileRole(caller.user, standing) === undefined) throw notFound(sentences.fileNotFound);
  const places = placesKnownTo(caller.user, file);
  if (places.length === 0)
    throw forbidden('Who comes by the link alone does not learn whom else it is open to.');
  const candidates = candidatesOf(database, { ...file, ownerId: standing.ownerId, places });
  const { rows, ...page } = await pageByTime(candidates, 'users', query, {
    isSeen: (row) => personOfFile(row, standing) !== undefined,
  });
  const people = rows.map((row) => personOfFile(row, standing)).filter((person) => person !== undefined);
  return { ...page, rows: people, mayInvite: administersProject(caller, { ...file, ...standing }) };
}

type CandidateRow = UserColumns & Pick<FileAccessRow, 'teamRole' | 'projectRole'>;

/** Nobody where the project does not open the file to its team, and nothing but a link to this person. */
function personOfFile(
  { teamRole, projectRole, ...row }: CandidateRow,
  file: FileStanding,
): PersonOfFile | undefined {
  const user = userOf(row);
  const standing = { ...file, teamRole, projectRole };
  const [role, reasons] = [fileRole(user, standing), reasonsForRole(user, standing)];
  if (role === undefined || reasons.every(({ by }) => by === 'link')) return undefined;
  return { user, role, reasons };
}

/** An owner knows whom their file is open to, wherever they are. */
function placesKnownTo(user: CallerUser, file: FileAccessRow): readonly SharedPlace[] {
  return user.id === standingOf(file).ownerId ? ['team', 'project'] : sharedPlaces(user, file);
}

interface Where {
  readonly ownerId: UserId;
  readonly teamId: TeamId;
  readonly projectId: ProjectId;
  readonly places: readonly SharedPlace[];
}

/** Its owner, and who is of its places, with their roles there. */
function candidatesOf(database: Kysely<Tables>, { ownerId, teamId, projectId, places }: Where) {
  const ofTeam = database.selectFrom('team_members').select('user_id').where('team_id', '=', teamId);
  const ofProject = database
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId);
  const known = places.includes('team') ? ofTeam.union(ofProject) : ofProject;
  return database
    .selectFrom('users')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.user_id', '=', 'users.id').on('team_members.team_id', '=', teamId),
    )
    .leftJoin('project_members', (join) =>
      join.onRef('project_members.user_id', '=', 'users.id').on('project_members.project_id', '=', projectId),
    )
    .select([...userColumns, 'users.created_at', 'team_members.role as teamRole'])
    .select('project_members.role as projectRole')
    .where((term) => term.or([term('users.id', '=', ownerId), term('users.id', 'in', known)]));
}
