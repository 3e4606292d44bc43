import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../../access/caller.ts';
import type { OrganizationId } from '../../contract/branded-ids.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest, notFound } from '../../errors.ts';
import { findOrganization } from '../../places/organizations-store.ts';
import { visibleTeams } from '../../places/teams-store.ts';
import { isManaged } from '../../webhooks/managed-webhooks-store.ts';
import { type Webhook, type WebhookPlace, webhooksOfPlan } from '../../webhooks/webhooks-store.ts';

const pageSize = 20;
const rowsPerRead = 100;

export interface PlanRef {
  readonly kind: 'team' | 'organization';
  readonly id: string;
}

/**
 * The plan that `team-<id>` or `organization-<id>` names, where the caller belongs to it.
 * @throws ApiError 400 for another form, 404
 * @see HOOK-10
 */
export async function findPlan(
  database: Kysely<Tables>,
  caller: Caller,
  planApiId: string,
): Promise<PlanRef> {
  const [, kind, id] = /^(team|organization)-(\d{1,128})$/.exec(planApiId) ?? [];
  if (kind === undefined || id === undefined) {
    throw badRequest('plan_api_id is team-<id> or organization-<id>, where the id is a number.');
  }
  const isThere =
    kind === 'team'
      ? (await visibleTeams(database, caller)).some((team) => team.id === id)
      : isOwn(caller, id) && (await findOrganization(database, id)) !== undefined;
  if (!isThere) throw notFound('Plan not found');
  return { kind: kind as PlanRef['kind'], id };
}

const isOwn = (caller: Caller, organizationId: OrganizationId): boolean =>
  caller.user.organizationId === organizationId || administersInstallation(caller);

interface Cursor {
  readonly place: WebhookPlace | undefined;
  readonly backwards: boolean;
}

/**
 * Reads a cursor, or the address of a page that holds one.
 * @throws ApiError 400
 * @see B28
 */
export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return { place: undefined, backwards: false };
  const bare = URL.canParse(text) ? (new URL(text).searchParams.get('cursor') ?? '') : text;
  const parts = /^(after|before)\.(\d{1,16})\.(.{1,128})$/.exec(Buffer.from(bare, 'base64url').toString());
  if (parts === null) throw badRequest('cursor is not one that an earlier page gave.');
  const [, direction, createdAt, id = ''] = parts;
  return { place: { createdAt: Number(createdAt), id }, backwards: direction === 'before' };
}

const cursorText = (direction: 'after' | 'before', { createdAt, id }: Webhook): string =>
  Buffer.from(`${direction}.${createdAt}.${id}`).toString('base64url');

export interface PlanPage {
  /** Oldest first. */
  readonly webhooks: readonly Webhook[];
  /** Cursors of the pages around this one. */
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
}

/** A page of the plan's webhooks that the caller may manage. @see HOOK-08, HOOK-09 */
export async function pageOfPlan(
  database: Kysely<Tables>,
  caller: Caller,
  plan: PlanRef,
  { place, backwards }: Cursor,
): Promise<PlanPage> {
  const found = await managedWebhooks(database, caller, plan, { place, backwards });
  const hasMore = found.length > pageSize;
  const webhooks = found.slice(0, pageSize);
  if (backwards) webhooks.reverse();
  const [first, last] = [webhooks[0], webhooks.at(-1)];
  const hasNext = backwards || hasMore;
  const hasPrevious = backwards ? hasMore : place !== undefined;
  return {
    webhooks,
    next: hasNext && last !== undefined ? cursorText('after', last) : undefined,
    previous: hasPrevious && first !== undefined ? cursorText('before', first) : undefined,
  };
}

/** One more than a page holds, where there are so many. */
async function managedWebhooks(
  database: Kysely<Tables>,
  caller: Caller,
  plan: PlanRef,
  { place, backwards }: Cursor,
): Promise<Webhook[]> {
  const managed: Webhook[] = [];
  const known = new Map<string, boolean>();
  let from = place;
  for (;;) {
    const rows = await webhooksOfPlan(database, plan, { place: from, backwards }, rowsPerRead);
    for (const row of rows) {
      const name = `${row.context} ${row.contextId}`;
      const isOne = known.get(name) ?? (await isManaged(database, caller, row));
      known.set(name, isOne);
      if (isOne) managed.push(row);
      if (managed.length > pageSize) return managed;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerRead) return managed;
    from = { createdAt: last.createdAt, id: last.id };
  }
}
