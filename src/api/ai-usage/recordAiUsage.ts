import { inChange } from '../../change.ts';
import { badRequest } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { organizationEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { dayOf, putUsage, startOfDay, usageColumns } from '../../people/ai-usage-store.ts';
import { peopleOf } from '../../people/people-store.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';

/** Records credits that people of an organization used, all rows or none. A row of the same day replaces the one before. */
export const recordAiUsage: Handler<'recordAiUsage'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const organization = await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const organizationId = organization.id;
    const people = new Set((await peopleOf(transaction, organizationId)).map((person) => person.id));
    const today = dayOf(context.clock.now());
    for (const [index, row] of body.rows.entries()) {
      if (!people.has(row.user)) throw badRequest(`"rows[${index}].user" is nobody of this organization.`);
      if (startOfDay(row.day) === undefined || row.day > today) {
        throw badRequest(`"rows[${index}].day" is no day of the form YYYY-MM-DD up to today.`);
      }
      await putUsage(transaction, { organization_id: organizationId, ...usageColumns(row) });
    }
    await recordActivity(change, {
      type: 'org_ai_usage_record',
      entity: organizationEntity(organization),
      organizationId,
      details: { rows: body.rows.length },
    });
    return { json: { recorded: body.rows.length } };
  });
