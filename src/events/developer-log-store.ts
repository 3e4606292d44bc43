import { type Insertable, type Kysely, sql } from 'kysely';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { among } from '../database/in-list.ts';
import type { RequestLogTable, Tables } from '../database/tables.ts';
import type { LoggedCall } from './logged-call.ts';

type Row = Insertable<RequestLogTable>;

const columns = [
  ...(['id', 'organization_id', 'at', 'ordinal', 'path', 'token_kind', 'token_name', 'token_hash'] as const),
  ...(['user_id', 'user_name', 'user_email'] as const),
  ...(['resource_type', 'resource_id', 'resource_name', 'ip_address'] as const),
];

/** A resource of the log, with the organization it belongs to. */
interface Owned {
  readonly id: string;
  readonly name: string;
  readonly organizationId: OrganizationId;
}

/**
 * Writes calls into the log of the organization that owns what was asked for, or else of the caller's. What a
 * refused call named belongs to nobody as far as its caller can tell, so it stands without a name in the log of
 * the caller's organization. Calls of people without an organization stand in no log.
 */
export async function insertCalls(database: Kysely<Tables>, calls: readonly LoggedCall[]): Promise<void> {
  const owned = await ownedResources(database, calls.filter(isAnswered));
  const rows = calls.flatMap(
    (call) => rowOf(call, isAnswered(call) ? owned.get(keyOf(call)) : undefined) ?? [],
  );
  if (rows.length > 0) await insertRows(database, rows);
}

const isAnswered = ({ status }: LoggedCall): boolean => status < 400;

/** A row that is there already was written by an earlier try of which no answer came. */
async function insertRows(database: Kysely<Tables>, rows: readonly Row[]): Promise<void> {
  const into = database.insertInto('request_log');
  const insert = isPostgres(database)
    ? into.columns(columns).expression(rowsOf(database, rows))
    : into.values(rows);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

/** All rows as one value: reading thousands in a statement takes PostgreSQL longer than writing them. */
const rowsOf = (database: Kysely<Tables>, rows: readonly Row[]) =>
  database
    .selectFrom(sql<Row>`json_populate_recordset(null::request_log, ${JSON.stringify(rows)})`.as('row'))
    .select(columns);

function rowOf(call: LoggedCall, owned: Owned | undefined): Row | undefined {
  const { caller, resource } = call;
  const organizationId = owned?.organizationId ?? caller.user.organizationId;
  if (organizationId === null) return undefined;
  return {
    id: call.id,
    organization_id: organizationId,
    at: call.at,
    ordinal: call.ordinal,
    path: call.path,
    token_kind: caller.kind,
    token_name: caller.tokenName,
    token_hash: caller.tokenHash,
    ...personOf(caller),
    resource_type: resource?.type ?? null,
    resource_id: resource?.id ?? null,
    resource_name: owned?.name ?? null,
    ip_address: caller.ipAddress,
  };
}

/** A plan access token is nobody's. */
function personOf({ kind, user }: LoggedCall['caller']) {
  if (kind === 'plan') return { user_id: null, user_name: null, user_email: null };
  return { user_id: user.id, user_name: user.handle, user_email: user.email };
}

const keyOf = ({ resource }: LoggedCall): string =>
  resource === undefined ? '' : `${resource.type} ${resource.id}`;

async function ownedResources(
  database: Kysely<Tables>,
  calls: readonly LoggedCall[],
): Promise<Map<string, Owned>> {
  const found = new Map<string, Owned>();
  for (const type of ['file', 'team', 'project'] as const) {
    const ids = new Set(calls.flatMap(({ resource }) => (resource?.type === type ? [resource.id] : [])));
    if (ids.size === 0) continue;
    for (const owned of await findOwned[type](database, [...ids])) found.set(`${type} ${owned.id}`, owned);
  }
  return found;
}

const findOwned = {
  file: (database, ids) =>
    database
      .selectFrom('files')
      .innerJoin('projects', 'projects.id', 'files.project_id')
      .innerJoin('teams', 'teams.id', 'projects.team_id')
      .select(['files.key as id', 'files.name', 'teams.organization_id as organizationId'])
      .where(among(database, 'files.key', ids))
      .execute(),
  project: (database, ids) =>
    database
      .selectFrom('projects')
      .innerJoin('teams', 'teams.id', 'projects.team_id')
      .select(['projects.id', 'projects.name', 'teams.organization_id as organizationId'])
      .where(among(database, 'projects.id', ids))
      .execute(),
  team: (database, ids) =>
    database
      .selectFrom('teams')
      .select(['id', 'name', 'organization_id as organizationId'])
      .where(among(database, 'id', ids))
      .execute(),
} satisfies Record<string, (database: Kysely<Tables>, ids: string[]) => Promise<Owned[]>>;

export async function deleteCallsBefore(database: Kysely<Tables>, time: number): Promise<void> {
  await database.deleteFrom('request_log').where('at', '<', time).execute();
}
