import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { visibleTeams } from '../places/teams-store.ts';
import { isManaged } from './managed-webhooks-store.ts';
import { type PlanRef, type Webhook, type WebhookPlace, webhooksOfPlan } from './webhooks-store.ts';

const rowsPerRead = 100;

/** Where in the list of a plan's webhooks to begin, which way to go, and how many are wanted. */
interface PlanRange {
  readonly place: WebhookPlace | undefined;
  readonly backwards: boolean;
  readonly limit: number;
}

/**
 * Those of a plan's webhooks that the caller may manage, where they belong to the plan: as many as asked for, if
 * there are.
 *
 * @throws ApiError 404
 * @see HOOK-08, HOOK-09
 */
export async function managedWebhooksOfPlan(
  database: Kysely<Tables>,
  caller: Caller,
  plan: PlanRef,
  { place, backwards, limit }: PlanRange,
): Promise<Webhook[]> {
  if (!(await belongsTo(database, caller, plan))) throw notFound('Plan not found');
  const managed: Webhook[] = [];
  const isOne = managing(database, caller);
  let from = place;
  for (;;) {
    const rows = await webhooksOfPlan(database, plan, { place: from, backwards }, rowsPerRead);
    for (const row of rows) {
      if (await isOne(row)) managed.push(row);
      if (managed.length >= limit) return managed;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerRead) return managed;
    from = { createdAt: last.createdAt, id: last.id };
  }
}

async function belongsTo(database: Kysely<Tables>, caller: Caller, { kind, id }: PlanRef): Promise<boolean> {
  if (kind === 'team') return (await visibleTeams(database, caller)).some((team) => team.id === id);
  return isOwn(caller, id) && (await findOrganization(database, id)) !== undefined;
}

const isOwn = (caller: Caller, organizationId: OrganizationId): boolean =>
  caller.user.organizationId === organizationId || administersInstallation(caller);

/** Says of webhooks whether the caller may manage them, of each context once. */
function managing(database: Kysely<Tables>, caller: Caller): (webhook: Webhook) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (webhook) => {
    const name = `${webhook.context} ${webhook.contextId}`;
    const isOne = known.get(name) ?? isManaged(database, caller, webhook);
    known.set(name, isOne);
    return isOne;
  };
}
