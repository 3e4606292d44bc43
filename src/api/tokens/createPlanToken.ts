import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { refuseBeyond } from '../../access/caps-store.ts';
import { hasPlanTokenEnded } from '../../access/plan-token.ts';
import { requireName } from '../../access/shown-name.ts';
import { hashToken } from '../../access/token-hash.ts';
import { inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { forbidden } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { organizationEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { insertToken, planTokenRecord } from '../../tokens/listed-tokens-store.ts';
import { interfaceScopes, lifetimeSeconds } from '../../tokens/token-rules.ts';

/** Issues a token that stands for the caller's organization. Its value is in this answer and nowhere after. @see ruling H2 */
export const createPlanToken: Handler<'createPlanToken'> = async ({ caller, path, body }, context) => {
  requireName(body.name);
  const now = context.clock.now();
  const token = context.ids.secret();
  const row = {
    id: context.ids.digits(),
    kind: 'plan' as const,
    organization_id: path.organization_id,
    user_id: caller.user.id,
    name: body.name,
    scopes: JSON.stringify(interfaceScopes(body.scopes)),
    created_at: now,
    expires_at: now + lifetimeSeconds(body) * 1000,
    last_used_at: null,
  };
  await requireIssuer(context.database, caller, path.organization_id);
  await refuseBeyond(context.database, 'tokensOfPerson', caller.user.id);
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const organization = await requireIssuer(transaction, caller, path.organization_id);
    await insertToken(transaction, { ...row, hash: hashToken(token) });
    await recordActivity(change, {
      type: 'plan_access_token_create',
      entity: organizationEntity(organization),
      organizationId: organization.id,
      details: { token_id: row.id, token_name: row.name },
    });
  });
  return { json: { ...planTokenRecord(row, false), token } };
};

/**
 * The organization, where the caller may issue its tokens.
 * @throws ApiError 404, 403
 */
async function requireIssuer(database: Kysely<Tables>, caller: Caller, id: string) {
  const organization = await requireAdministeredOrganization(database, caller, id);
  if (!hasPlanTokenEnded(caller.user, organization.id)) return organization;
  throw forbidden('A plan access token is issued by an administrator who belongs to the organization.');
}
