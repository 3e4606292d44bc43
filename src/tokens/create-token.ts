import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import { hashToken } from '../access/token-hash.ts';
import type { EarlyChange } from '../change.ts';
import type { Context } from '../context.ts';
import { tokenIdOf } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { type BroughtToken, refuseTaken } from './brought-token.ts';
import { insertToken, type ShownToken } from './issued-tokens-store.ts';
import { grantedScopes, interfaceScopes, lifetimeSeconds, type TokenLife } from './token-rules.ts';

export interface NewToken extends TokenLife {
  readonly name: string;
  readonly scopes: readonly string[] | 'all';
  /** Only a workspace file says it, and a start of the server. */
  readonly brought?: BroughtToken;
}

/** A token and its value, which is stored nowhere. */
export interface IssuedToken {
  readonly token: ShownToken;
  readonly value: string;
}

/**
 * Checks what is asked for and counts the tokens that there are, ahead of the change that makes another.
 * @throws ApiError 400, 403
 */
export async function prepareToken(
  context: Context,
  caller: Caller,
  wanted: NewToken,
): Promise<Counted<'tokensOfPerson'>> {
  requireName(wanted.name);
  grantedScopes(caller, wanted.scopes);
  return refuseBeyond(context.database, 'tokensOfPerson', caller.user.id);
}

/**
 * Makes a token that acts as who makes it.
 * @throws ApiError 400, 403
 * @see PAT-02…06, PAT-10
 */
export async function createToken(
  change: EarlyChange,
  wanted: NewToken,
  counted: Counted<'tokensOfPerson'>,
): Promise<IssuedToken> {
  const { transaction, by, context } = change;
  const { value = context.ids.secret(), ...owner } = wanted.brought ?? {
    ...({ kind: 'personal', userId: by.user.id } as const),
    appId: null,
    organizationId: null,
  };
  spend(counted, 'tokensOfPerson', owner.userId);
  requireName(wanted.name);
  const isOfPlan = owner.kind === 'plan';
  const scopes = isOfPlan ? interfaceScopes(wanted.scopes) : grantedScopes(by, wanted.scopes);
  const token = newToken(change, { ...wanted, scopes, isLasting: wanted.brought?.isLasting });
  if (wanted.brought !== undefined) await refuseTaken(transaction, { ...owner, id: token.id, value });
  await storeToken(change, { ...owner, token, value });
  await recordActivity(change, {
    type: 'personal_access_token_create',
    entity: userEntity(by.user),
    organizationId: by.user.organizationId,
    details: { token_id: token.id, token_name: token.name },
  });
  return { token, value };
}

/** Whose token it is, and as what. */
type TokenOwner = Pick<BroughtToken, 'kind' | 'userId' | 'appId' | 'organizationId'>;

interface BegunToken extends Pick<BroughtToken, 'isLasting'> {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** A token as it begins. */
export function newToken(
  { at, context }: Omit<EarlyChange, 'by'>,
  { name, scopes, isLasting = false, ...life }: TokenLife & BegunToken,
): ShownToken {
  const id = tokenIdOf(context.ids.digits());
  const expiresAt = isLasting ? null : at + lifetimeSeconds(life) * 1000;
  return { id, name, scopes: JSON.stringify(scopes), createdAt: at, expiresAt, lastUsedAt: null };
}

export async function storeToken(
  { transaction }: Omit<EarlyChange, 'by'>,
  { token, value, kind, userId, appId, organizationId }: IssuedToken & TokenOwner,
): Promise<void> {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  await insertToken(transaction, {
    id,
    hash: hashToken(value),
    name,
    scopes,
    kind,
    userId,
    appId,
    organizationId,
    createdAt,
    expiresAt,
    lastUsedAt,
  });
}
