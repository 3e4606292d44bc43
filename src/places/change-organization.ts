import { administersInstallation } from '../access/caller.ts';
import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { badRequest, forbidden } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import {
  type Organization,
  requireAdministeredOrganization,
  updateOrganization,
} from './organizations-store.ts';

/** What is to change; its region only by a workspace file. */
export interface OrganizationChanges {
  readonly name?: string | undefined;
  readonly plan?: Organization['plan'] | undefined;
  readonly region?: Organization['region'] | undefined;
}

/**
 * Changes what is named of an organization. What it may do is for who runs the installation to say.
 * @throws ApiError 400, 403, 404
 */
export async function changeOrganization(
  change: Change,
  id: OrganizationId,
  { name, plan, region }: OrganizationChanges,
): Promise<Organization> {
  const { transaction, by } = change;
  const before = await requireAdministeredOrganization(transaction, by, id);
  requireName(name);
  if (name === undefined && plan === undefined && region === undefined)
    throw badRequest('Nothing to change: name the name or the plan.');
  const after = {
    id,
    name: name ?? before.name,
    plan: plan ?? before.plan,
    region: region ?? before.region,
  };
  if (after.plan !== before.plan && !administersInstallation(by))
    throw forbidden('Only an administrator of the installation changes the plan of an organization.');
  await updateOrganization(transaction, id, { name: after.name, plan: after.plan, region: after.region });
  await recordOrganizationUpdate(change, before, after);
  return after;
}

async function recordOrganizationUpdate(
  change: Change,
  before: Organization,
  after: Organization,
): Promise<void> {
  const about = { entity: organizationEntity(after), organizationId: after.id };
  if (after.name !== before.name) {
    const details = { old_name: before.name, new_name: after.name };
    await recordActivity(change, { type: 'org_name_change', details, ...about });
  }
  if (after.plan !== before.plan) {
    const details = { old_plan: before.plan, new_plan: after.plan };
    await recordActivity(change, { type: 'org_plan_change', details, ...about });
  }
}
