import { hashToken } from '../access/token-hash.ts';
import type { Change } from '../change.ts';
import type { TokenId } from '../contract/branded-ids.ts';
import { type BroughtToken, refuseTaken } from './brought-token.ts';
import { updateToken } from './issued-tokens-store.ts';
import { grantedScopes, interfaceScopes } from './token-rules.ts';

/** What a token becomes. */
export interface TokenChanges extends BroughtToken {
  readonly scopes: readonly string[] | 'all';
}

/**
 * Makes another of a token, under the same name; it ends when it would have. Only a workspace file does.
 * @throws ApiError 400, 403
 */
export async function changeToken(
  change: Change,
  id: TokenId,
  { scopes, ...brought }: TokenChanges,
): Promise<void> {
  const { transaction, by } = change;
  const { kind, appId, organizationId, value } = brought;
  const granted = kind === 'plan' ? interfaceScopes(scopes) : grantedScopes(by, scopes);
  await refuseTaken(transaction, { ...brought, id });
  await updateToken(transaction, id, {
    kind,
    appId,
    organizationId,
    scopes: JSON.stringify(granted),
    ...(value === undefined ? {} : { hash: hashToken(value) }),
  });
}
