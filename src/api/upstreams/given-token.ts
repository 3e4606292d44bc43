import { badRequest } from '../../errors.ts';
import { checkedTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import type { GivenToken } from '../../upstreams/create-upstream.ts';

type Body = Parameters<Handler<'updateUpstream'>>[0]['body'];
type Given = Pick<Body, 'token' | 'token_kind' | 'expires_at' | 'grant'>;

/** The token of a body, or the grant in its place; undefined where it has neither. @throws ApiError 400 */
export function givenToken(
  { token, token_kind: tokenKind, expires_at, grant }: Given,
  now: number,
): GivenToken | undefined {
  if (grant !== undefined) {
    if (token !== undefined || tokenKind !== undefined || expires_at !== undefined)
      throw badRequest('Give a token, with token_kind and expires_at, or a grant.');
    const { client_id: client, client_secret: clientSecret, refresh_token: refreshToken } = grant;
    return { grant: { client, clientSecret, refreshToken } };
  }
  if (token === undefined) {
    if (expires_at !== undefined) throw badRequest('expires_at is that of a token that is given with it.');
    return undefined;
  }
  const endsAt = expires_at === undefined ? undefined : checkedTime(expires_at);
  if (endsAt !== undefined && endsAt <= now)
    throw badRequest('expires_at is over: give a token that is good.');
  return { token, tokenKind, endsAt };
}
