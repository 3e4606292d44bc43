import { inChange } from '../../change.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { organizationEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { deletePlanToken } from '../../tokens/listed-tokens-store.ts';

/** Ends a token of the organization, whoever issued it: the next call with it is refused. */
export const revokePlanToken: Handler<'revokePlanToken'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const organization = await requireAdministeredOrganization(transaction, caller, path.organization_id);
    const token = await deletePlanToken(transaction, organization.id, path.token_id);
    if (token === undefined) throw notFound('Token not found');
    await recordActivity(change, {
      type: 'plan_access_token_delete',
      entity: organizationEntity(organization),
      organizationId: organization.id,
      details: { token_id: token.id, token_name: token.name },
    });
  });
  return { json: { status: 200, error: false } };
};
