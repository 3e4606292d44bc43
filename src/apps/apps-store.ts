import type { Kysely, Selectable } from 'kysely';
import type { TeamRole } from '../access/app-access.ts';
import type { AppId, OrganizationId, TeamId, UserId } from '../contract/branded-ids.ts';
import type { AppConfiguration } from '../contract/contract.ts';
import type { AppsTable, Tables } from '../database/tables.ts';
import type { App } from './app.ts';
import { storedConfiguration } from './app-configuration.ts';
import { logosOf } from './app-logos-store.ts';

export async function findApp(database: Kysely<Tables>, clientId: AppId): Promise<App | undefined> {
  // Not every database takes NUL in a text, and no id has it.
  if (clientId.includes('\0')) return undefined;
  const row = await database
    .selectFrom('apps')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row === undefined ? undefined : appOf(row, await logosOf(database, clientId));
}

/** The app of that name in an organization or in one of its teams. */
export async function findAppByName(
  database: Kysely<Tables>,
  { organizationId, name }: { readonly organizationId: OrganizationId; readonly name: string },
): Promise<App | undefined> {
  const rows = await database
    .selectFrom('apps')
    .select(['client_id', 'configuration'])
    .where('organization_id', '=', organizationId)
    .execute();
  const row = rows.find(({ configuration }) => JSON.parse(configuration).name === name);
  return row === undefined ? undefined : findApp(database, row.client_id);
}

/** The apps that a team made, whoever configures them. Logos are ids. */
export async function appsOfTeam(database: Kysely<Tables>, teamId: TeamId): Promise<App[]> {
  const rows = await database.selectFrom('apps').selectAll().where('team_id', '=', teamId).execute();
  return rows.map((row) => appOf(row));
}

const noLogos: ReadonlyMap<string, string> = new Map();

/** With `logos` the pictures stand in the configurations, without them their ids. */
export function appOf(row: Selectable<AppsTable>, logos = noLogos): App {
  const configurationOf = (text: string): AppConfiguration => {
    const configuration = storedConfiguration(text);
    const { logo } = configuration;
    return { ...configuration, logo: logo === null ? null : (logos.get(logo) ?? logo) };
  };
  return {
    clientId: row.client_id,
    secretHash: row.secret_hash,
    organizationId: row.organization_id,
    teamId: row.team_id,
    creatorId: row.creator_id,
    state: row.state,
    configuration: configurationOf(row.configuration),
    approved: row.approved === null ? null : configurationOf(row.approved),
    revision: row.revision,
    review: row.review,
    reviewWords: row.review_words,
    submittedAt: row.submitted_at,
    projectsAccess: row.projects_access,
    createdAt: row.created_at,
  };
}

/** Somebody's role in the team that the app is for. */
export async function roleInTeamOf(
  database: Kysely<Tables>,
  { teamId }: Pick<App, 'teamId'>,
  userId: UserId,
): Promise<TeamRole> {
  if (teamId === null) return null;
  const member = await database
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member?.role ?? null;
}
