import { text } from 'node:stream/consumers';
import type { Installation } from './server.ts';
import { openStandInUpstream } from './stand-in-upstream.ts';

export type GrantUpstream = Awaited<ReturnType<typeof openGrantUpstream>>;

const json = { 'content-type': 'application/json' };

/** An upstream whose tokens end after an hour, and whose refresh tokens are good once. */
export async function openGrantUpstream(installation: Pick<Installation, 'folder'>) {
  const standIn = await openStandInUpstream(installation);
  const state = {
    /** How often a token was refreshed, or that was tried. */
    refreshes: 0,
    /** The number of the present token and refresh token. */
    present: 0,
    /** Whether the present token is revoked. */
    isRevoked: false,
    /** What refreshing is answered in place of a token. */
    refusal: undefined as { readonly status: number; readonly body: object } | undefined,
  };
  const grant = () => ({
    client_id: 'an-app:of-ours',
    client_secret: 's3cret+/&',
    refresh_token: `refresh-${state.present}`,
  });
  standIn.answer(async (request, response) => {
    const send = (status: number, body: object) => response.writeHead(status, json).end(JSON.stringify(body));
    if (!request.url?.startsWith('/v1/oauth/refresh')) {
      const isKnown = !state.isRevoked && request.headers.authorization === `Bearer token-${state.present}`;
      if (!isKnown) return void send(403, { err: 'Invalid token' });
      return void send(200, { id: '7', handle: 'Ada', comments: [] });
    }
    state.refreshes += 1;
    const form = new URLSearchParams(await text(request));
    const { client_id, client_secret, refresh_token } = grant();
    const basic = [client_id, client_secret].map(encodeURIComponent).join(':');
    const isGood =
      request.method === 'POST' &&
      request.headers.authorization === `Basic ${Buffer.from(basic).toString('base64')}` &&
      form.get('grant_type') === 'refresh_token' &&
      form.get('refresh_token') === refresh_token;
    if (state.refusal !== undefined) return void send(state.refusal.status, state.refusal.body);
    if (!isGood) return void send(400, { error: 'invalid_grant', message: 'Unknown refresh token' });
    state.present += 1;
    state.isRevoked = false;
    const { present } = state;
    send(200, { access_token: `token-${present}`, expires_in: 3600, refresh_token: `refresh-${present}` });
  });
  return { ...standIn, state, grant };
}
