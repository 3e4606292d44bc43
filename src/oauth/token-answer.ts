import type { AccessToken } from '../apps/issue-access-token.ts';
import type { OAuthToken } from '../contract/contract.ts';
import type { JsonAnswer } from '../operation.ts';

/** What a token endpoint answers with. */
export type PrintedToken = Pick<OAuthToken, 'access_token' | 'token_type' | 'expires_in'>;

export const printedToken = ({ accessToken, lifeSeconds }: AccessToken): PrintedToken => ({
  access_token: accessToken,
  token_type: 'bearer',
  expires_in: lifeSeconds,
});

/** Tokens are kept by nobody on the way. @see RFC 6749, 5.1 */
export function tokenAnswer<T extends PrintedToken>(json: T): JsonAnswer<T> {
  return { json, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } };
}
