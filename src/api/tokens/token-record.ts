import type { UserId } from '../../contract/branded-ids.ts';
import type { PersonalToken, PlanToken } from '../../contract/contract.ts';
import type { ShownToken } from '../../tokens/issued-tokens-store.ts';

/** A token as answers show it: without its value, which is stored nowhere. @see PAT-06 */
export function tokenRecord({ id, name, scopes, ...token }: ShownToken): PersonalToken {
  return {
    id,
    name,
    scopes: JSON.parse(scopes) as PersonalToken['scopes'],
    created_at: timeText(token.createdAt),
    expires_at: token.expiresAt === null ? null : timeText(token.expiresAt),
    last_used_at: token.lastUsedAt === null ? null : timeText(token.lastUsedAt),
  };
}

/** The same of a plan access token, and whether it is refused because of who issued it. */
export function planTokenRecord(
  token: ShownToken,
  { issuerId, hasEnded }: { readonly issuerId: UserId; readonly hasEnded: boolean },
): PlanToken {
  return { ...tokenRecord(token), issued_by: issuerId, ended: hasEnded };
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
