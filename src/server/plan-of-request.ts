import type { Kysely } from 'kysely';
import { lookAlong } from '../access/asked-along.ts';
import type { Caller } from '../access/caller.ts';
import type { Plan } from '../access/rate-limits/limits.ts';
import type { Context } from '../context.ts';
import { fileKeyOf, type OrganizationId, projectIdOf, teamIdOf } from '../contract/branded-ids.ts';
import type { OperationId } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../errors.ts';
import { fileSeenBy, findVisibleFile } from '../files/visible-file-store.ts';
import { planOf } from '../places/organizations-store.ts';
import { findVisibleProject } from '../places/projects-store.ts';
import { findVisibleTeam } from '../places/teams-store.ts';
import { resourceOf } from './log-calls.ts';

/** A call of an operation by a caller who may make it. */
export interface CountedCall {
  readonly id: OperationId;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The organization and plan that a call counts for. */
export interface PayingPlan {
  readonly organizationId: OrganizationId | null;
  readonly plan: Plan;
}

/**
 * The plan of the file, project or team that the path names, else that of the caller. What the caller does not see
 * has the plan of the caller, so that a limit tells nothing about it.
 */
export async function planOfRequest(
  { caller, params }: CountedCall,
  { database, config }: Context,
): Promise<PayingPlan> {
  const visible = await visibleOrganization(database, caller, params);
  const organizationId = visible?.organizationId ?? caller.user.organizationId;
  const stored =
    visible?.organizationPlan ??
    (organizationId === null ? undefined : await planOf(database, organizationId));
  return { organizationId, plan: caller.plan ?? stored ?? config.defaultPlan };
}

interface Payer {
  readonly organizationId: OrganizationId;
  /** Where it was read along with the thing. */
  readonly organizationPlan?: Plan;
}

const finders: Readonly<
  Record<
    NonNullable<ReturnType<typeof resourceOf>>['type'],
    (database: Kysely<Tables>, caller: Caller, id: string) => Promise<Payer>
  >
> = {
  file: async (database, caller, id) => {
    const along = lookAlong(caller, id);
    return (along && fileSeenBy(caller, along.file)) ?? findVisibleFile(database, caller, fileKeyOf(id));
  },
  project: (database, caller, id) => findVisibleProject(database, caller, projectIdOf(id)),
  team: (database, caller, id) => findVisibleTeam(database, caller, teamIdOf(id)),
};

async function visibleOrganization(
  database: Kysely<Tables>,
  caller: Caller,
  params: CountedCall['params'],
): Promise<Payer | undefined> {
  const resource = resourceOf(params);
  if (resource === undefined) return undefined;
  try {
    return await finders[resource.type](database, caller, resource.id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
