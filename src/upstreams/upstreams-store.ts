import type { Kysely } from 'kysely';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import { mostSkewMs } from '../clock.ts';
import type { OrganizationId, UpstreamId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';

/** Another server that an organization reads designs from. */
export type Upstream = CamelRow<'upstreams'>;

const { selected, columnsOf } = camelColumns('upstreams', [
  ...(['id', 'organization_id', 'name', 'base_url', 'ca', 'sealed_token', 'token_kind'] as const),
  ...(['share_percent', 'keeps_ids', 'plan', 'seat', 'created_at', 'sealed_grant', 'token_ends_at'] as const),
  ...(['refresh_at', 'grant_failure', 'grant_lease', 'grant_leased_until'] as const),
]);

/** Asked for ahead of each step of a mirror. */
export const findUpstreamRow = firstRow<[id: UpstreamId], Upstream>((database, id) =>
  database.selectFrom('upstreams').select(selected).where('id', '=', id),
);

export function allUpstreams(database: Kysely<Tables>): Promise<Upstream[]> {
  return database.selectFrom('upstreams').select(selected).execute();
}

/** The upstream of that name, of several the oldest. */
export function upstreamByName(database: Kysely<Tables>, name: string): Promise<Upstream | undefined> {
  return database
    .selectFrom('upstreams')
    .select(selected)
    .where('name', '=', name)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** A page of those of an organization, or of all where none is named, oldest first. */
export function pageOfUpstreams(
  database: Kysely<Tables>,
  organizationId: OrganizationId | undefined,
  query: PageQuery,
): Promise<Page<Upstream>> {
  const all = database.selectFrom('upstreams').select(selected);
  const upstreams = organizationId === undefined ? all : all.where('organization_id', '=', organizationId);
  return pageByTime(upstreams, 'upstreams', query);
}

/** For the writers of upstreams alone, as all below. */
export async function insertUpstream(transaction: Kysely<Tables>, upstream: Upstream): Promise<void> {
  await transaction.insertInto('upstreams').values(columnsOf(upstream)).execute();
}

/** Of columns that are not named what a refresh writes meanwhile stays. */
export async function updateUpstreamRow(
  transaction: Kysely<Tables>,
  id: UpstreamId,
  changes: Partial<Upstream>,
): Promise<void> {
  await transaction.updateTable('upstreams').set(columnsOf(changes)).where('id', '=', id).execute();
}

/** Longer than a refresh may take. */
const grantLeaseMs = 60_000;

/** Takes the right to be the one who refreshes the token of a grant as it was read, and says whether it was free. */
export async function leaseGrant(
  database: Kysely<Tables>,
  { id, sealedGrant }: Pick<Upstream, 'id' | 'sealedGrant'>,
  lease: string,
  now: number,
): Promise<boolean> {
  const row = await database
    .updateTable('upstreams')
    .set({ grant_lease: lease, grant_leased_until: now + grantLeaseMs })
    .where('id', '=', id)
    .where('sealed_grant', '=', sealedGrant)
    .where((term) =>
      term.or([
        term('grant_lease', 'is', null),
        term('grant_leased_until', '<=', now),
        // Put there by a clock that has been set back since.
        term('grant_leased_until', '>', now + grantLeaseMs + mostSkewMs),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes what a refresh brought, and lets others; where the lease was lost, or another grant given, nothing. */
export async function endGrantLease(
  database: Kysely<Tables>,
  id: UpstreamId,
  lease: string,
  changes: Partial<Upstream>,
): Promise<void> {
  await database
    .updateTable('upstreams')
    .set(columnsOf({ ...changes, grantLease: null, grantLeasedUntil: null }))
    .where('id', '=', id)
    .where('grant_lease', '=', lease)
    .execute();
}

/** Leaves a token or a grant that was given meanwhile. */
export async function replaceSealed(
  database: Kysely<Tables>,
  id: UpstreamId,
  column: 'sealed_token' | 'sealed_grant',
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await database
    .updateTable('upstreams')
    .set({ [column]: to })
    .where('id', '=', id)
    .where(column, '=', from)
    .execute();
}

export async function deleteUpstreamRow(transaction: Kysely<Tables>, id: UpstreamId): Promise<void> {
  await transaction.deleteFrom('upstreams').where('id', '=', id).execute();
}

/** Notes what a refusal told of the plan and the seat that the limits there are for. */
export async function noteLimits(
  database: Kysely<Tables>,
  id: UpstreamId,
  limits: Partial<Pick<Upstream, 'plan' | 'seat'>>,
): Promise<void> {
  if (Object.values(limits).every((value) => value === undefined)) return;
  await database.updateTable('upstreams').set(columnsOf(limits)).where('id', '=', id).execute();
}
