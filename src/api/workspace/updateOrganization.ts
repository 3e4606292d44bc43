import { administersInstallation } from '../../access/caller.ts';
import { inChange } from '../../change.ts';
import { badRequest, forbidden } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { organizationEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { requireName } from '../../people/person-name.ts';
import {
  changeOrganization,
  findOrganization,
  requireAdministeredOrganization,
} from '../../places/places-store.ts';

/** What an organization may do is for who runs the installation to say. */
export const updateOrganization: Handler<'updateOrganization'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { id } = await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const { name, plan } = body;
    requireName(name);
    if (name === undefined && plan === undefined)
      throw badRequest('Nothing to change: name the name or the plan.');
    const before = await findOrganization(transaction, id);
    const after = { id, name: name ?? before?.name ?? '', plan: plan ?? before?.plan ?? 'starter' };
    if (after.plan !== before?.plan && !administersInstallation(caller))
      throw forbidden('Only an administrator of the installation changes the plan of an organization.');
    await changeOrganization(transaction, after);
    const about = { entity: organizationEntity(after), organizationId: id };
    if (after.name !== before?.name) {
      const details = { old_name: before?.name, new_name: after.name };
      await recordActivity(change, { type: 'org_name_change', details, ...about });
    }
    if (after.plan !== before?.plan) {
      const details = { old_plan: before?.plan, new_plan: after.plan };
      await recordActivity(change, { type: 'org_plan_change', details, ...about });
    }
    return { json: after };
  });
