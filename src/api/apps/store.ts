import type { Insertable, Kysely, Updateable } from 'kysely';
import { type App, administersApp } from '../../access/app.ts';
import { appOf, findApp, roleInTeamOf } from '../../access/app-store.ts';
import type { Caller } from '../../access/caller.ts';
import type { AppsTable, Tables } from '../../database/tables.ts';
import { notFound } from '../../errors.ts';

export async function insertApp(transaction: Kysely<Tables>, app: Insertable<AppsTable>): Promise<void> {
  await transaction.insertInto('apps').values(app).execute();
}

export async function changeApp(
  transaction: Kysely<Tables>,
  clientId: string,
  changes: Updateable<AppsTable>,
): Promise<void> {
  await transaction.updateTable('apps').set(changes).where('client_id', '=', clientId).execute();
}

/** Its tokens, codes and grants go with it. */
export async function removeApp(transaction: Kysely<Tables>, clientId: string): Promise<void> {
  await transaction.deleteFrom('apps').where('client_id', '=', clientId).execute();
}

/**
 * The app, where the caller configures it. Others learn nothing of it.
 * @throws ApiError 404
 */
export async function findAdministeredApp(
  database: Kysely<Tables>,
  { user }: Caller,
  clientId: string,
): Promise<App> {
  const app = await findApp(database, clientId);
  if (app === undefined || !administersApp(user, app, await roleInTeamOf(database, app, user.id)))
    throw notFound('App not found');
  return app;
}

/** The apps that the caller configures, newest first; those that wait for their review oldest first. */
export async function administeredApps(
  database: Kysely<Tables>,
  { user }: Caller,
  review: App['review'] | undefined,
): Promise<App[]> {
  let query = database
    .selectFrom('apps')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'apps.team_id').on('team_members.user_id', '=', user.id),
    )
    .selectAll('apps')
    .select('team_members.role as teamRole');
  if (review !== undefined) query = query.where('apps.review', '=', review);
  if (!user.installationAdmin) {
    query = query.where((term) =>
      term.or([
        term.and([
          term('apps.creator_id', '=', user.id),
          term.or([
            term('apps.organization_id', '=', user.organizationId),
            term('team_members.role', 'is not', null),
          ]),
        ]),
        term('team_members.role', '=', 'admin'),
        term('apps.organization_id', '=', user.role === 'admin' ? user.organizationId : null),
      ]),
    );
  }
  const ordered =
    review === 'pending'
      ? query.orderBy('apps.submitted_at').orderBy('apps.client_id')
      : query.orderBy('apps.created_at', 'desc').orderBy('apps.client_id');
  return (await ordered.execute()).map(appOf);
}

/** What an app's organization, team and maker are called; null for what is not there. */
export async function namesOfPlaces(database: Kysely<Tables>, apps: readonly App[]) {
  const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const [organizations, teams, people] = await Promise.all([
    namesOf(database, 'organizations', distinct(apps.map(({ organizationId }) => organizationId))),
    namesOf(database, 'teams', distinct(apps.map(({ teamId }) => teamId))),
    namesOf(database, 'users', distinct(apps.map(({ creatorId }) => creatorId))),
  ]);
  return ({ organizationId, teamId, creatorId }: App) => ({
    organization_name: organizations.get(organizationId) ?? null,
    team_name: teams.get(teamId ?? '') ?? null,
    creator_name: people.get(creatorId ?? '') ?? null,
  });
}

async function namesOf(
  database: Kysely<Tables>,
  table: 'organizations' | 'teams' | 'users',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  // Databases take so many parameters and no more.
  for (let first = 0; first < ids.length; first += 500) {
    const some = ids.slice(first, first + 500);
    const rows =
      table === 'users'
        ? await database
            .selectFrom('users')
            .select(['id', 'handle as name'])
            .where('id', 'in', some)
            .execute()
        : await database.selectFrom(table).select(['id', 'name']).where('id', 'in', some).execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
