import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import type { OrganizationId, TeamId, UserId } from '../contract/branded-ids.ts';
import { allColumns } from '../database/all-columns.ts';
import type { CamelRow, NewCamelRow } from '../database/camel-columns.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden, notFound } from '../errors.ts';
import { administersTeam, seesTeam, type TeamStanding } from './place-role.ts';

/** A team as it is stored. */
export type TeamRow = CamelRow<'teams'>;

const teamColumns = allColumns('teams');

/** What is said of a team, beside where it is and since when. */
export type TeamFields = Omit<NewCamelRow<'teams'>, 'id' | 'organizationId' | 'createdAt' | 'archivedAt'>;

/** A team, and how the caller stands to it. */
export interface Team extends TeamRow, TeamStanding {
  readonly organizationId: TeamRow['organizationId'];
}

function teamsWithStanding(database: Kysely<Tables>, userId: UserId) {
  return database
    .selectFrom('teams')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', userId),
    )
    .select([...teamColumns.selected, 'team_members.role as teamRole']);
}

const teamWithStanding = firstRow((database, userId: UserId, id: TeamId) =>
  teamsWithStanding(database, userId).where('teams.id', '=', id),
);

/** The teams that the caller may see, to be asked one by one. */
function teamsFor(database: Kysely<Tables>, caller: Caller) {
  const query = teamsWithStanding(database, caller.user.id);
  if (administersInstallation(caller)) return query;
  return query.where((term) =>
    term.or([
      term('team_members.role', 'is not', null),
      term('teams.organization_id', '=', caller.user.organizationId),
    ]),
  );
}

/** The teams the caller sees, oldest first. */
export async function visibleTeams(database: Kysely<Tables>, caller: Caller): Promise<Team[]> {
  const teams = await teamsFor(database, caller).orderBy('teams.created_at').orderBy('teams.id').execute();
  return teams.filter((team) => seesTeam(caller, team));
}

/** The same in pages. */
export const pageOfTeams = (
  database: Kysely<Tables>,
  caller: Caller,
  { archived = false, ...query }: PageQuery & { readonly archived?: boolean | undefined },
): Promise<Page<Team>> => {
  const teams = teamsFor(database, caller).where('teams.archived_at', archived ? 'is not' : 'is', null);
  return pageByTime(teams, 'teams', query, { isSeen: (team) => seesTeam(caller, team) });
};

/** @throws ApiError 404 where there is no such team for the caller */
export async function findVisibleTeam(database: Kysely<Tables>, caller: Caller, id: TeamId): Promise<Team> {
  const team = await teamWithStanding(database, caller.user.id, id);
  if (team === undefined || !seesTeam(caller, team)) throw notFound('Team not found');
  return team;
}

/**
 * The team, where the caller administers its members and projects.
 * @throws ApiError 404 where the caller does not see it, 403
 */
export async function findAdministeredTeam(
  database: Kysely<Tables>,
  caller: Caller,
  id: TeamId,
): Promise<Team> {
  const team = await findVisibleTeam(database, caller, id);
  if (!administersTeam(caller, team)) throw forbidden('Insufficient team permissions');
  return team;
}

/** A team by its id, or by its name in an organization: whoever asks may see it. */
export async function findTeam(
  database: Kysely<Tables>,
  asked: TeamId | { readonly name: string; readonly organizationId: OrganizationId },
): Promise<TeamRow | undefined> {
  const teams = database.selectFrom('teams').select(teamColumns.selected);
  const found =
    typeof asked === 'string'
      ? teams.where('id', '=', asked)
      : teams.where('organization_id', '=', asked.organizationId).where('name', '=', asked.name);
  return found.executeTakeFirst();
}

/** For `createTeam` alone. */
export async function insertTeam(transaction: Kysely<Tables>, made: NewCamelRow<'teams'>): Promise<TeamRow> {
  const team = teamColumns.rowOf(made);
  await transaction.insertInto('teams').values(teamColumns.columnsOf(team)).execute();
  return team;
}

/** For `changeTeam` alone. */
export async function updateTeam(
  transaction: Kysely<Tables>,
  id: TeamId,
  changes: Partial<TeamRow>,
): Promise<void> {
  await transaction.updateTable('teams').set(teamColumns.columnsOf(changes)).where('id', '=', id).execute();
}

/** For `deleteTeam` alone: its members go with it. */
export async function deleteTeamRow(transaction: Kysely<Tables>, id: TeamId): Promise<void> {
  await transaction.deleteFrom('teams').where('id', '=', id).execute();
}
