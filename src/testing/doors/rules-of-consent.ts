import { administratorCaller } from '../../access/administrator-caller.ts';
import { findCallerUser } from '../../access/caller-store.ts';
import { allowApp } from '../../apps/allow-app.ts';
import { inChange } from '../../change.ts';
import { appIdOf } from '../../contract/branded-ids.ts';
import { organizations, people } from '../cast.ts';
import { broughtBack, withRow } from './by-restore.ts';
import { bringPrivate, bringPublic, whole } from './cast-apps.ts';
import { noBringing, noRestore, ownAlone, type Rules } from './door.ts';
import type { Visit } from './visit.ts';
import { signedIn } from './ways-to-join.ts';

const { 'consent to an app': _consent, ...otherThanConsent } = ownAlone;
const consentAlone = {
  ...otherThanConsent,
  ...noBringing('Nobody is asked there.'),
  'own operation': 'It asks nobody.',
} as const;
const { 'token request of an app': _request, ...otherThanRequest } = ownAlone;
const requestAlone = {
  ...otherThanRequest,
  ...noBringing('It brings tokens, and asks for none.'),
  'own operation': 'People make tokens there for themselves.',
} as const;
const [redirectUri = ''] = whole.redirect_urls;
const asked = { client_id: 'app1', response_type: 'code', state: 'here', scope: 'current_user:read' };
const ask =
  (more: object, headers: Record<string, string> = {}) =>
  ({ server }: Visit) => {
    const query = { ...asked, redirect_uri: redirectUri, ...more };
    return server.call(`/oauth?${new URLSearchParams(query)}`, { token: null, headers });
  };
const request =
  (what: 'token' | 'refresh', fields: Record<string, string | undefined>) =>
  ({ server }: Visit) => {
    const client = { client_id: 'app1', client_secret: whole.client_secret };
    const body = new URLSearchParams({ ...client, ...fields } as Record<string, string>).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return server.call(`/v1/oauth/${what}`, { method: 'POST', token: null, headers, body });
  };

/** Bob lets the app act for him, and gets the code that it exchanges. */
export async function codeOfBob({ context }: Visit, codeChallenge?: string): Promise<string> {
  const user = await findCallerUser(context.database, people.bob);
  if (user === undefined) throw new Error('Bob is one of the cast.');
  const wanted = { clientId: appIdOf('app1'), redirectUri, scopes: [], codeChallenge };
  return inChange(context, administratorCaller(user), (change) => allowApp(change, wanted));
}
export const exchange = (visit: Visit, code: string, more: Record<string, string> = {}) =>
  request('token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more })(visit);

/** What apps ask of people, and what they get for it. */
export const rulesOfConsent: Rules = {
  'An app leads people back to its own addresses': {
    words: ['This "redirect_uri" is not one of the redirect URLs of the app.'],
    before: bringPublic,
    at: {
      ...consentAlone,
      'consent to an app': ask({ redirect_uri: 'https://evil.example/' }),
      restore: noRestore.ofSecrets,
    },
  },
  'An app asks for scopes of its own': {
    words: 'The app does not have the scope ….',
    before: bringPublic,
    at: {
      ...consentAlone,
      'consent to an app': ask({ scope: 'webhooks:write' }),
      restore: noRestore.ofSecrets,
    },
  },
  'A code is one that was given': {
    words: 'The code is unknown, expired, used or of another app.',
    before: bringPublic,
    at: {
      ...requestAlone,
      'token request of an app': request('token', {
        grant_type: 'authorization_code',
        code: 'never',
        redirect_uri: whole.redirect_urls[0],
      }),
      restore: noRestore.ofSecrets,
    },
  },
  'A refresh token is one that was given': {
    words: 'The refresh token is unknown, revoked or of another app.',
    before: bringPublic,
    at: {
      ...requestAlone,
      'token request of an app': request('refresh', { refresh_token: 'never' }),
      restore: noRestore.byName,
    },
  },
  'An app that asks is one that there is': {
    words: 'There is no app with this "client_id".',
    at: { ...consentAlone, 'consent to an app': ask({ client_id: 'nothing' }), restore: noRestore.ofSecrets },
  },
  'An app that asks asks for something': {
    words: 'The app has no scopes yet.',
    at: {
      ...consentAlone,
      'consent to an app': async (visit) => {
        const { name, organization, redirect_urls } = whole;
        const bare = { name, organization, redirect_urls };
        const { client_id } = (await visit.play('alice', 'POST /workspace/v1/apps', bare)).json;
        return ask({ client_id, scope: ' ' })(visit);
      },
      restore: noRestore.ofSecrets,
    },
  },
  'An app is allowed by those to whom it is open': {
    words: 'This app is not open to your account. Whoever made it decides to whom it is.',
    before: bringPrivate,
    at: {
      ...consentAlone,
      'consent to an app': async (visit) => ask({}, await signedIn(visit, people.dan))(visit),
      restore: broughtBack(
        'An app that is not open to somebody is refused where it calls, whatever they allowed it.',
        'app_grants',
        withRow({
          app_id: 'app1',
          user_id: people.dan,
          refresh_hash: 'hash',
          scopes: '[]',
          code_hash: null,
          created_at: 1,
        }),
      ),
    },
  },
  'A code is exchanged at the address that it was given for': {
    words: 'The "redirect_uri" is not the one of the authorization page.',
    before: bringPrivate,
    at: {
      ...requestAlone,
      'token request of an app': async (visit) =>
        exchange(visit, await codeOfBob(visit), { redirect_uri: 'https://app.example/other' }),
      restore: noRestore.ofSecrets,
    },
  },
  'A code is exchanged at an address that is still one of the app': {
    words: 'The "redirect_uri" is a redirect URL of the app no more.',
    before: bringPrivate,
    at: {
      ...requestAlone,
      'token request of an app': async (visit) => {
        const code = await codeOfBob(visit);
        const redirect_urls = ['https://app.example/other'];
        await visit.play('alice', 'PUT /workspace/v1/apps/app1', { redirect_urls });
        return exchange(visit, code);
      },
      restore: noRestore.ofSecrets,
    },
  },
  'A code is exchanged by who asked for it': {
    words: 'The "code_verifier" does not fit the "code_challenge".',
    before: bringPrivate,
    at: {
      ...requestAlone,
      'token request of an app': async (visit) =>
        exchange(visit, await codeOfBob(visit, 'c'.repeat(43)), { code_verifier: 'v'.repeat(43) }),
      restore: noRestore.ofSecrets,
    },
  },
  'A code is exchanged while the app is open to who allowed it': {
    words: 'The app is no longer open to who allowed it.',
    before: bringPrivate,
    at: {
      ...requestAlone,
      'token request of an app': async (visit) => {
        const code = await codeOfBob(visit);
        // By hand, since every writer that moves a person ends the codes that they lose by it.
        await visit.context.database
          .updateTable('users')
          .set({ organization_id: organizations.elsewhere })
          .where('id', '=', people.bob)
          .execute();
        return exchange(visit, code);
      },
      restore: noRestore.ofSecrets,
    },
  },
};
