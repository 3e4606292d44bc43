import type { Kysely } from 'kysely';
import type { OrganizationId, TeamId } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import { GoneMeanwhile } from '../database/overtaken.ts';
import type { Tables } from '../database/tables.ts';
import type { Attached, Plan } from './webhooks-store.ts';

/** The organization and the plan that a team's webhooks count for. */
export async function planOfTeam(
  database: Kysely<Tables>,
  teamId: TeamId,
): Promise<{ organizationId: OrganizationId; plan: Plan }> {
  const plan = await organizationOfTeam(database, teamId);
  if (plan === undefined) throw new GoneMeanwhile(`There is no team ${teamId}.`);
  return plan;
}

const organizationOfTeam = firstRow((database, teamId: TeamId) =>
  database
    .selectFrom('teams')
    .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
    .select(['organizations.id as organizationId', 'organizations.plan'])
    .where('teams.id', '=', teamId),
);

/** How many webhooks one thing has. */
export async function countWebhooks(
  transaction: Kysely<Tables>,
  { context, contextId }: Attached,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('context_id', '=', contextId)
    .where('context', '=', context)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many webhooks the files of an organization have; those of deleted files do not count. */
export async function countFileWebhooks(
  transaction: Kysely<Tables>,
  organizationId: OrganizationId,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('webhooks')
    .innerJoin('files', 'files.key', 'webhooks.context_id')
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhooks.context', '=', 'file')
    .where('teams.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}
