import type { Context } from '../context.ts';
import type { GuardedReader, ReadAnswer } from '../delivery/guarded-reader.ts';
import { agentName } from './agent-name.ts';
import { callFailed } from './call-failed.ts';
import { failureOfAnswer } from './failed-answer.ts';
import { gathered, parsed } from './read-body.ts';
import { objectOf, textOf, textOrNothing, type Values } from './read-values.ts';
import { openGrant, sealGrant } from './sealed-grant.ts';
import { isSendable, sealToken } from './sealed-token.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import { endGrantLease, type Upstream } from './upstreams-store.ts';

export type GrantParts = Pick<Context, 'database' | 'clock' | 'ids' | 'secret'>;

/** Less than a lease holds: whoever holds it writes what it brought. */
const deadlineMs = 30_000;
const mostBytes = 64 * 1024;
/** After a failure that may pass. */
const againMs = 60_000;
/** Refreshed so long before it ends, or when three quarters of its life are over, whichever is later. */
const earlyMs = 3 * 24 * 3_600_000;
/** Nothing is believed to live longer, nor for less than a second. */
const longestLifeS = 10 * 365 * 24 * 3600;

/** When a token that ends then is to be refreshed. */
const refreshTime = (now: number, endsAt: number): number =>
  endsAt - Math.min(earlyMs, Math.ceil((endsAt - now) / 4));

/** Has the token of a grant refreshed by whoever holds its lease, and writes what came of it. */
export async function refreshGrant(
  { database, clock, ids, secret }: GrantParts,
  own: GuardedReader,
  upstream: Upstream,
  lease: string,
): Promise<void> {
  const { id, sealedGrant } = upstream;
  let brought: Partial<Upstream> = {};
  try {
    const grant = openGrant(secret.texts, id, sealedGrant ?? '');
    if (grant === undefined)
      throw new UpstreamFailed('token', 'The grant was sealed with another secret of this installation');
    const told = await ask(own, upstream, grant);
    const refreshToken = textOrNothing(told, 'refresh_token') ?? '';
    const next = isSendable(refreshToken) ? { ...grant, refreshToken } : grant;
    // Whoever gives another one has ended the one before, whatever stands beside it.
    brought = { sealedGrant: sealGrant(secret.texts, id, next, ids.secret()) };
    const { token, lifeS } = tokenIn(told);
    const now = clock.now();
    const tokenEndsAt = now + Math.floor(lifeS * 1000);
    const isKept = refreshToken !== '' && next === grant;
    await endGrantLease(database, id, lease, {
      sealedToken: sealToken(secret.texts, id, token, ids.secret()),
      ...brought,
      tokenEndsAt,
      refreshAt: refreshTime(now, tokenEndsAt),
      grantFailure: isKept ? unfitWord('refresh token', 'the one before is kept') : null,
    });
  } catch (error) {
    const failed =
      error instanceof UpstreamFailed ? { ...brought, ...failureColumns(error, clock.now()) } : {};
    await endGrantLease(database, id, lease, failed);
    if (!(error instanceof UpstreamFailed)) throw error;
  }
}

const failureColumns = ({ kind, message }: UpstreamFailed, now: number) => ({
  refreshAt: kind === 'token' ? null : now + againMs,
  grantFailure: message,
});

const unfitWord = (what: string, outcome: string): string =>
  `The upstream gave a ${what} that is not one word of ASCII of up to 4,096 characters; ${outcome}.`;

/** @see RFC 6749, 6. @throws UpstreamFailed, of the kind "token" where the grant is refused */
async function ask(
  own: GuardedReader,
  { baseUrl }: Upstream,
  { client, clientSecret, refreshToken }: NonNullable<ReturnType<typeof openGrant>>,
): Promise<Values> {
  const pair = [client, clientSecret].map(encodeURIComponent).join(':');
  const basic = Buffer.from(pair).toString('base64');
  const headers = {
    'user-agent': agentName,
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${basic}`,
  };
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString();
  const sent = { method: 'POST', body } as const;
  const url = `${baseUrl}/v1/oauth/refresh`;
  const answer = await own.get({ url, headers, deadlineMs, sent }).catch(callFailed);
  await refuseFailed(answer, [basic, clientSecret, refreshToken]);
  return objectOf(await parsed(await gathered(answer.body, mostBytes).catch(callFailed)));
}

/** @throws UpstreamFailed where there is none that a header carries, or nothing says how long it is good */
function tokenIn(told: Values): { readonly token: string; readonly lifeS: number } {
  const lifeS = Number(told.expires_in);
  if (!(lifeS >= 1 && lifeS <= longestLifeS))
    throw new UpstreamFailed('unfit', 'The upstream does not say for how long its token is good.');
  const token = textOf(told, 'access_token');
  if (!isSendable(token)) throw new UpstreamFailed('unfit', unfitWord('token', 'the one before is kept'));
  return { token, lifeS };
}

/** A client or a refresh token that is unknown or revoked stays so; everything else may pass. */
async function refuseFailed(answer: ReadAnswer, secrets: readonly string[]): Promise<void> {
  const failure = await failureOfAnswer(answer, secrets);
  if (failure === undefined) return;
  const isRefused = [400, 401, 403].includes(answer.status);
  throw new UpstreamFailed(isRefused ? 'token' : 'unavailable', failure.message);
}
