import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import type { PageQuery } from '../access/paged-list.ts';
import { hasPlanTokenEnded } from '../access/plan-token.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { OrganizationId, TokenId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden, notFound } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { type IssuedToken, type NewToken, newToken, storeToken } from './create-token.ts';
import { deletePlanToken, pageOfPlanTokens } from './issued-tokens-store.ts';
import { interfaceScopes } from './token-rules.ts';

export type NewPlanToken = Omit<NewToken, 'brought'> & { readonly organizationId: OrganizationId };

/**
 * Checks what is asked for and counts the tokens that there are, ahead of the change that makes another.
 * @throws ApiError 400, 403, 404
 */
export async function preparePlanToken(
  { database }: Context,
  caller: Caller,
  { name, scopes, organizationId }: NewPlanToken,
): Promise<Counted<'tokensOfPerson'>> {
  requireName(name);
  interfaceScopes(scopes);
  await requireIssuer(database, caller, organizationId);
  return refuseBeyond(database, 'tokensOfPerson', caller.user.id);
}

/**
 * Issues a token that stands for the organization of who issues it.
 * @throws ApiError 400, 403, 404
 * @see ruling H2
 */
export async function createPlanToken(
  change: Change,
  wanted: NewPlanToken,
  counted: Counted<'tokensOfPerson'>,
): Promise<IssuedToken> {
  const { transaction, by, context } = change;
  spend(counted, 'tokensOfPerson', by.user.id);
  requireName(wanted.name);
  const value = context.ids.secret();
  const token = newToken(change, { ...wanted, scopes: interfaceScopes(wanted.scopes) });
  const { id: organizationId, ...organization } = await requireIssuer(transaction, by, wanted.organizationId);
  const owner = { kind: 'plan', userId: by.user.id, appId: null, organizationId } as const;
  await storeToken(change, { ...owner, token, value });
  await recordActivity(change, {
    type: 'plan_access_token_create',
    entity: organizationEntity({ id: organizationId, ...organization }),
    organizationId,
    details: { token_id: token.id, token_name: token.name },
  });
  return { token, value };
}

/**
 * A page of an organization's tokens, each with who issued it and whether it is refused because of them.
 * @throws ApiError 403, 404
 */
export async function administeredPlanTokens(
  database: Kysely<Tables>,
  caller: Caller,
  id: OrganizationId,
  query: PageQuery,
) {
  const organization = await requireAdministeredOrganization(database, caller, id);
  const { rows, ...page } = await pageOfPlanTokens(database, organization.id, query);
  const tokens = rows.map(({ issuer, ...token }) => {
    return { token, issuerId: issuer.id, hasEnded: hasPlanTokenEnded(issuer, organization.id) };
  });
  return { tokens, ...page };
}

/**
 * Ends a token of the organization, whoever issued it: the next call with it is refused.
 * @throws ApiError 403, 404
 */
export async function revokePlanToken(
  change: Change,
  { organizationId, id }: { readonly organizationId: OrganizationId; readonly id: TokenId },
): Promise<void> {
  const { transaction, by } = change;
  const organization = await requireAdministeredOrganization(transaction, by, organizationId);
  const token = await deletePlanToken(transaction, organization.id, id);
  if (token === undefined) throw notFound('Token not found');
  await recordActivity(change, {
    type: 'plan_access_token_delete',
    entity: organizationEntity(organization),
    organizationId: organization.id,
    details: { token_id: token.id, token_name: token.name },
  });
}

/**
 * The organization, where the caller may issue its tokens.
 * @throws ApiError 404, 403
 */
async function requireIssuer(database: Kysely<Tables>, caller: Caller, id: OrganizationId) {
  const organization = await requireAdministeredOrganization(database, caller, id);
  if (!hasPlanTokenEnded(caller.user, organization.id)) return organization;
  throw forbidden('A plan access token is issued by an administrator who belongs to the organization.');
}
