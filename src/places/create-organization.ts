import { requireInstallationAdministrator } from '../access/installation-administrator.ts';
import { requireName } from '../access/name-rules.ts';
import type { EarlyChange } from '../change.ts';
import { type OrganizationId, organizationIdOf } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { insertOrganization, type Organization } from './organizations-store.ts';

export interface NewOrganization extends Pick<Organization, 'name'> {
  /** Left out: the plan that the settings name. @see ruling H12 */
  readonly plan?: Organization['plan'] | undefined;
  readonly region?: Organization['region'] | undefined;
  readonly id?: OrganizationId | undefined;
}

/**
 * Makes an organization, with nobody in it.
 * @throws ApiError 400, 403
 */
export async function createOrganization(
  change: EarlyChange,
  wanted: NewOrganization,
): Promise<Organization> {
  const { transaction, by, at, context } = change;
  requireInstallationAdministrator(by, 'make an organization');
  requireName(wanted.name);
  const { defaultPlan } = context.config;
  const {
    id = organizationIdOf(context.ids.digits()),
    name,
    plan = defaultPlan,
    region = 'standard',
  } = wanted;
  const organization = { id, name, plan, region };
  await insertOrganization(transaction, { ...organization, createdAt: at });
  const entity = organizationEntity(organization);
  await recordActivity(change, { type: 'org_create', entity, organizationId: id, details: { plan } });
  return organization;
}
