import { type Kysely, sql } from 'kysely';
import { administersApp } from '../access/app-access.ts';
import type { Caller } from '../access/caller.ts';
import { type Page, type PageQuery, type Place, pageOf } from '../access/paged-list.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { afterPlace } from '../database/keyset-page.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';
import type { App } from './app.ts';
import { appOf, findApp, roleInTeamOf } from './apps-store.ts';

/**
 * The app, where the caller configures it. Others learn nothing of it.
 * @throws ApiError 404
 */
export async function findAdministeredApp(
  database: Kysely<Tables>,
  { user }: Caller,
  clientId: AppId,
): Promise<App> {
  const app = await findApp(database, clientId);
  if (app === undefined || !administersApp(user, app, await roleInTeamOf(database, app, user.id)))
    throw notFound('App not found');
  return app;
}

/**
 * A page of the apps that the caller configures, newest first; those that wait for their review oldest first.
 * Logos are ids.
 */
export async function administeredApps(
  database: Kysely<Tables>,
  caller: Caller,
  { review, ...query }: PageQuery & { readonly review?: App['review'] | undefined },
): Promise<Page<App>> {
  const isQueue = review === 'pending';
  const by = isQueue ? 'apps.submitted_at' : 'apps.created_at';
  const direction = isQueue ? 'asc' : 'desc';
  const rowsAfter = (place: Place | undefined, count: number) => {
    const apps = appsFor(database, caller);
    const asked = review === undefined ? apps : apps.where('apps.review', '=', review);
    return afterPlace(asked, [by, 'apps.client_id'], { place, count, direction }).execute();
  };
  const page = await pageOf(
    {
      rowsAfter,
      placeOf: (row) => ({ by: (isQueue ? row.submitted_at : null) ?? row.created_at, id: row.client_id }),
      sizeOf: ({ configuration, approved }) => configuration.length + (approved?.length ?? 0),
    },
    query,
  );
  return { ...page, rows: page.rows.map((row) => appOf(row)) };
}

function appsFor(database: Kysely<Tables>, { user }: Caller) {
  const query = database
    .selectFrom('apps')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'apps.team_id').on('team_members.user_id', '=', user.id),
    )
    .selectAll('apps');
  if (user.installationAdmin) return query;
  return query.where((term) =>
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

/** What an app's organization, team and maker are called; null for what is not there. */
export async function namesOfPlaces(database: Kysely<Tables>, apps: readonly App[]) {
  const [organizations, teams, people] = await Promise.all([
    namesOf(database, 'organizations', 'name', distinct(apps.map(({ organizationId }) => organizationId))),
    namesOf(database, 'teams', 'name', distinct(apps.map(({ teamId }) => teamId))),
    namesOf(database, 'users', 'handle', distinct(apps.map(({ creatorId }) => creatorId))),
  ]);
  return ({ organizationId, teamId, creatorId }: App) => ({
    organization_name: organizations.get(organizationId) ?? null,
    team_name: (teamId && teams.get(teamId)) ?? null,
    creator_name: (creatorId && people.get(creatorId)) ?? null,
  });
}

const distinct = <Id extends string>(ids: readonly (Id | null)[]): Id[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

/** Databases take so many parameters and no more. */
const mostParameters = 500;

async function namesOf(
  database: Kysely<Tables>,
  table: 'organizations' | 'teams' | 'users',
  column: 'name' | 'handle',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let first = 0; first < ids.length; first += mostParameters) {
    const some = sql.join(ids.slice(first, first + mostParameters));
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${sql.ref(column)} as name from ${sql.table(table)} where id in (${some})`.execute(database);
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
