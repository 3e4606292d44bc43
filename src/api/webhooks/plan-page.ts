import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { organizationIdOf, teamIdOf, webhookIdOf } from '../../contract/branded-ids.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest } from '../../errors.ts';
import { managedWebhooksOfPlan } from '../../webhooks/webhooks-of-plan.ts';
import type { PlanRef, Webhook, WebhookPlace } from '../../webhooks/webhooks-store.ts';

const pageSize = 20;

/**
 * The plan that `team-<id>` or `organization-<id>` names.
 * @throws ApiError 400 for another form
 * @see HOOK-10
 */
export function readPlan(planApiId: string): PlanRef {
  const [, kind, id = ''] = /^(team|organization)-(\d{1,128})$/.exec(planApiId) ?? [];
  if (kind === 'team') return { kind, id: teamIdOf(id) };
  if (kind === 'organization') return { kind, id: organizationIdOf(id) };
  throw badRequest('plan_api_id is team-<id> or organization-<id>, where the id is a number.');
}

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
  return { place: { createdAt: Number(createdAt), id: webhookIdOf(id) }, backwards: direction === 'before' };
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

/** A page of the plan's webhooks that the caller may manage. @throws ApiError 404 @see HOOK-08, HOOK-09 */
export async function pageOfPlan(
  database: Kysely<Tables>,
  caller: Caller,
  plan: PlanRef,
  { place, backwards }: Cursor,
): Promise<PlanPage> {
  const range = { place, backwards, limit: pageSize + 1 };
  const found = await managedWebhooksOfPlan(database, caller, plan, range);
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
