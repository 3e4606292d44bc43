import { uncounted } from '../access/caps.ts';
import { administratorScopes } from '../access/scopes.ts';
import type { EarlyChange } from '../change.ts';
import type { BroughtToken } from './brought-token.ts';
import { createToken, type IssuedToken, type NewToken } from './create-token.ts';
import { deleteTokensNamed } from './issued-tokens-store.ts';

/**
 * Makes a token of somebody in place of those of the same name that live as it does.
 * @throws ApiError 400, 403
 */
export async function replaceToken(
  change: EarlyChange,
  wanted: NewToken & { readonly brought: BroughtToken },
): Promise<IssuedToken> {
  const { userId, isLasting = false } = wanted.brought;
  await deleteTokensNamed(change.transaction, { userId, name: wanted.name, isLasting });
  return createToken(change, wanted, uncounted('tokensOfPerson', 'It comes in place of those before.'));
}

/** Makes the token that stands in a file for who administers the installation; the one before ends with it. */
export async function replaceAdministratorToken(change: EarlyChange, value: string): Promise<void> {
  const owner = { kind: 'personal', userId: change.by.user.id, appId: null, organizationId: null } as const;
  await replaceToken(change, {
    name: 'Administrator of this installation',
    scopes: administratorScopes,
    brought: { ...owner, value, isLasting: true },
  });
}
