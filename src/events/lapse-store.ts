import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type UserColumns, userOf } from '../access/caller-store.ts';
import type {
  AppId,
  FileKey,
  OrganizationId,
  ProjectId,
  UserId,
  WebhookId,
} from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { keepPlanOf } from '../database/kept-plans.ts';
import { listRows } from '../database/list-rows.ts';
import type { Tables } from '../database/tables.ts';
import { lapseOf, type MakerStanding } from './lapse.ts';

/** What a webhook would be told of; without a file, of whatever it is attached to. */
export interface Telling {
  readonly webhookId: WebhookId;
  /** The file, which may be gone, and the project that it was in. */
  readonly fileKey?: FileKey | null;
  readonly projectId?: ProjectId | null;
}

/**
 * For each of them a sentence that says why the webhook may not be told of it, or undefined where it may.
 * @see ruling H36
 */
export async function lapsesOf(
  database: Kysely<Tables>,
  tellings: readonly Telling[],
): Promise<(string | undefined)[]> {
  if (tellings.length === 0) return [];
  const listed = tellings.map(({ webhookId, fileKey, projectId }, place) => [
    place,
    webhookId,
    fileKey ?? null,
    projectId ?? null,
  ]);
  const query = standings(database, listRows(database, listed)).compile(database);
  keepPlanOf(query.sql);
  const { rows } = await database.executeQuery(query);
  const lapses = new Map(rows.map((row) => [Number(row.place), lapseOf(standingOf(row))]));
  return tellings.map((_telling, place) => lapses.get(place));
}

interface StandingRow extends Partial<UserColumns> {
  readonly place: number | string;
  readonly context: MakerStanding['context'];
  readonly appId: AppId | null;
  readonly planOf: OrganizationId | null;
  readonly granted: string | null;
  readonly appScopes: string | null;
  readonly ownerId: UserId | null;
  readonly linkAccess: string | null;
  readonly projectAccess: string | null;
  readonly organizationId: OrganizationId;
  readonly teamRole: string | null;
  readonly projectRole: string | null;
}

/** A file stands where it is now; one that is gone, where it was; a branch as open as its main file. */
const standings = (database: Kysely<Tables>, list: RawBuilder<unknown>) => sql<StandingRow>`
  select list.value->>0 as place, webhooks.context, webhooks.app_id as "appId", webhooks.plan_of as "planOf",
    app_grants.scopes as granted, ${scopesOfApp(database)} as "appScopes",
    users.id, users.handle, users.email, users.img_url, users.organization_id, users.role, users.seat,
    users.installation_admin,
    coalesce(main.owner_id, files.owner_id) as "ownerId",
    coalesce(main.link_access, files.link_access) as "linkAccess",
    projects.access as "projectAccess", teams.organization_id as "organizationId",
    team_members.role as "teamRole", project_members.role as "projectRole"
  from ${list}
  join webhooks on webhooks.id = list.value->>1
  left join users on users.id = webhooks.creator_id
  left join app_grants on app_grants.app_id = webhooks.app_id and app_grants.user_id = webhooks.creator_id
  left join apps on apps.client_id = app_grants.app_id
  ${withFile(database, 'files', fileOfTelling)}
  ${withFile(database, 'main', sql`files.main_file_key`)}
  left join projects on projects.id = coalesce(
    files.project_id, list.value->>3, case when webhooks.context = 'project' then webhooks.context_id end)
  join teams on teams.id = coalesce(projects.team_id, webhooks.team_id)
  left join team_members on team_members.team_id = teams.id and team_members.user_id = webhooks.creator_id
  left join project_members
    on project_members.project_id = projects.id and project_members.user_id = webhooks.creator_id`;

const fileOfTelling = sql`
  coalesce(list.value->>2, case when webhooks.context = 'file' then webhooks.context_id end)`;

/**
 * Joins the file with the key. Left to itself PostgreSQL reads all files for what may be many keys, and a change that
 * tells webhooks of its file would be ended for every other change of any file.
 */
const withFile = (database: Kysely<Tables>, name: string, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  isPostgres(database)
    ? sql`left join lateral (select * from files as one where one.key = ${key} limit 1) as ${sql.id(name)} on true`
    : sql`left join files as ${sql.id(name)} on ${sql.id(name)}.key = ${key}`;

const scopesOfApp = (database: Kysely<Tables>): RawBuilder<unknown> =>
  isPostgres(database)
    ? sql`cast(coalesce(apps.approved, apps.configuration) as jsonb)->>'scopes'`
    : sql`coalesce(apps.approved, apps.configuration)->>'scopes'`;

function standingOf(row: StandingRow): MakerStanding {
  const { appId, granted, appScopes } = row;
  return {
    context: row.context,
    maker: row.id == null ? undefined : userOf(row as UserColumns),
    appScopes: appId === null ? undefined : sharedScopes(granted, appScopes),
    planOf: row.planOf,
    place: row as MakerStanding['place'],
  };
}

/** What a person allowed an app, of what it still asks for. */
function sharedScopes(granted: string | null, asked: string | null): string[] {
  const wanted = new Set(JSON.parse(asked ?? '[]') as string[]);
  return (JSON.parse(granted ?? '[]') as string[]).filter((scope) => wanted.has(scope));
}
