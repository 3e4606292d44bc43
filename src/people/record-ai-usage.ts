import type { Change } from '../change.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { dayOf, startOfDay } from '../iso-time.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { putUsage, type Usage } from './ai-usage-store.ts';
import { idsOfPeople } from './people-store.ts';

/**
 * Records credits that people of an organization used, all rows or none. A row of the same day replaces the one
 * before.
 *
 * @param nameOf what a member of a row is called in a refusal
 * @throws ApiError 400, 403, 404
 */
export async function recordUsage(
  change: Change,
  { organizationId, rows }: { readonly organizationId: OrganizationId; readonly rows: readonly Usage[] },
  nameOf: (index: number, member: string) => string,
): Promise<void> {
  const { transaction, by, at } = change;
  const organization = await requireAdministeredOrganization(transaction, by, organizationId);
  const people = await idsOfPeople(transaction, organizationId);
  const today = dayOf(at);
  for (const [index, row] of rows.entries()) {
    if (!people.has(row.userId))
      throw badRequest(`"${nameOf(index, 'user')}" is nobody of this organization.`);
    if (startOfDay(row.day) === undefined || row.day > today)
      throw badRequest(`"${nameOf(index, 'day')}" is no day of the form YYYY-MM-DD up to today.`);
    await putUsage(transaction, organizationId, row);
  }
  await recordActivity(change, {
    type: 'org_ai_usage_record',
    entity: organizationEntity(organization),
    organizationId,
    details: { rows: rows.length },
  });
}
