import { onePixelPng, organizations, people, team } from '../cast.ts';
import { brought, broughtAnyway, type Visit } from './brought-by-file.ts';
import { noBringing, ownAlone, type Rules } from './door.ts';

const acme = organizations.acme;
const app = { name: 'App', organization: acme };
const made = { ...app, client_id: 'app1' };
const apps = 'POST /workspace/v1/apps';
const tokens = 'POST /workspace/v1/me/tokens';
const planTokens = `POST /workspace/v1/organizations/${acme}/tokens`;
const token = { name: 'token', scopes: ['current_user:read'] };
const alice = { id: people.alice, handle: 'Alice', email: 'alice@example.com', organization: acme };
const withToken = (more: object, user: object = alice) =>
  brought({ users: [{ ...user, tokens: [{ ...token, ...more }] }] });
const noTokenOfApp = 'Apps get their tokens at the pages of consent, where the protocol names the app.';
const plugin = { type: 'PLUGIN', id: '555', owner: people.alice };

const saved = (more: object) => ({
  ...ownAlone,
  'own operation': ({ play }: Visit) => play('alice', apps, { ...app, ...more }),
  ...brought({ apps: [{ ...made, ...more }] }),
});
const whole = {
  ...{ ...made, redirect_urls: ['https://app.example/back'], scopes: ['current_user:read'] },
  client_secret: 'a-secret-of-the-app',
  ...{ description: 'Ours.', logo: `data:image/png;base64,${onePixelPng.toString('base64')}` },
  testing_instructions: { steps: 'Open it.' },
};
const bringPublic = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', { apps: [{ ...whole, state: 'public' }] });
const review =
  (who: 'admin' | 'alice', said: object) =>
  ({ play }: Visit) =>
    play(who, 'POST /workspace/v1/apps/app1/review', said);
const noReview = noBringing('What is brought public counts as reviewed.');
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
const asked = { client_id: 'app1', response_type: 'code', state: 'here', scope: 'current_user:read' };
const ask =
  (more: object) =>
  ({ server }: Visit) => {
    const query = { ...asked, redirect_uri: 'https://app.example/back', ...more };
    return server.call(`/oauth?${new URLSearchParams(query)}`, { token: null });
  };
const request =
  (what: 'token' | 'refresh', fields: Record<string, string | undefined>) =>
  ({ server }: Visit) => {
    const client = { client_id: 'app1', client_secret: whole.client_secret };
    const body = new URLSearchParams({ ...client, ...fields } as Record<string, string>).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return server.call(`/v1/oauth/${what}`, { method: 'POST', token: null, headers, body });
  };

/** Apps, tokens and payments. */
export const rulesOfApps: Rules = {
  'An app is called by a name': {
    words: 'An app needs a name.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, name: ' ' }),
      ...brought({ apps: [{ ...made, name: ' ' }] }),
    },
  },
  'An app leads people back to where nobody listens in': {
    words: 'The redirect URL … is neither https:// nor http:// on the own machine.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, redirect_urls: ['http://app.example/'] }),
      ...brought({ apps: [{ ...made, redirect_urls: ['http://app.example/'] }] }),
    },
  },
  'The website of an app is one of https': {
    words: 'The website is no https:// address.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, website: 'http://app.example' }),
      ...brought({ apps: [{ ...made, website: 'http://app.example' }] }),
    },
  },
  'An app is for a team or for an organization': {
    words: [
      'Name the "team" or the "organization" that the app is for, one of them.',
      '… names neither a team nor an organization.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { name: 'App' }),
      ...brought({ apps: [{ client_id: 'app1', name: 'App' }] }),
    },
  },
  'An app is made by who belongs where it is for': {
    words: 'You do not belong to an organization "…".',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may make apps for everybody.'),
      'own operation': ({ play }) => play('dan', apps, app),
    },
  },
  'The name of a token is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, name: 'Two\nlines' }),
      ...withToken({ name: 'Two\nlines' }),
    },
  },
  'A token has a scope': {
    words: 'scopes": expected a list that is not empty',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: [] }),
      ...withToken({ scopes: [] }),
    },
  },
  'A token has no scope that there is not': {
    words: 'scopes[0]": expected one of "current_user:read"',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: ['flies:read'] }),
      ...withToken({ scopes: ['flies:read'] }),
    },
  },
  'A token ends after ninety days': {
    words: 'expires_in": expected at most 7776000, got 7776001',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, expires_in: 7_776_001 }),
      ...withToken({ expires_in: 7_776_001 }),
    },
  },
  'A plan access token has no scope of our own operations': {
    words: 'A plan access token cannot have the scope "…".',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', planTokens, { ...token, scopes: ['workspace:read'] }),
      ...withToken({ kind: 'plan', scopes: ['workspace:read'] }),
    },
  },
  'A plan access token is issued by who belongs to the organization': {
    words: [
      'A plan access token is issued by an administrator who belongs to the organization.',
      'A plan access token is issued by somebody who belongs to an organization.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('admin', planTokens, token),
      ...withToken({ kind: 'plan' }, { id: '77', handle: 'Loner', email: 'loner@example.com' }),
    },
  },
  'A value is that of one token': {
    words: 'Its value is one that another token has already.',
    at: {
      ...ownAlone,
      'own operation': 'The server makes the values of tokens.',
      ...brought({
        users: [
          {
            ...alice,
            tokens: [
              { ...token, token: 'same' },
              { ...token, name: 'two', token: 'same' },
            ],
          },
        ],
      }),
    },
  },
  'A token by which an app acts is of an app that there is': {
    words: [
      'It names the app "…", which does not exist.',
      'names "…", which this workspace file does not hold.',
    ],
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      ...withToken({ kind: 'oauth', app: 'nothing' }),
    },
  },
  'A token by which an app acts is of the kind oauth': {
    words: 'It names an app, so its kind is "oauth".',
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      ...brought({ apps: [made], users: [{ ...alice, tokens: [{ ...token, app: 'app1' }] }] }),
    },
  },
  'An app acts by the scopes that it asks for': {
    words: 'The app does not have the scope ….',
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      ...broughtAnyway(
        {
          apps: [{ ...made, scopes: ['projects:read'] }],
          users: [{ ...alice, tokens: [{ ...token, kind: 'oauth', app: 'app1' }] }],
        },
        'Nobody is asked for consent: the administrator says what the app may do.',
      ),
    },
  },
  'A token gives no more than the one that makes it': {
    words: 'A token without the scope "…" cannot make one that has it.',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, whose scopes are all there are.'),
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: ['test:control'] }),
    },
  },
  'Payments are said by who owns what is paid for': {
    words: 'Resource not found',
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { resources: [plugin] }),
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, for whom everybody’s are there.'),
      'own operation': ({ play }) =>
        play('bob', `PUT /workspace/v1/resources/PLUGIN/555/payments/${people.bob}`, { status: 'PAID' }),
    },
  },
  'Who pays is somebody': {
    words: [
      'User not found',
      '… names the … "…", which does not exist.',
      'names "…", which this workspace file does not hold.',
    ],
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { resources: [plugin] }),
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'PUT /workspace/v1/resources/PLUGIN/555/payments/5', { status: 'PAID' }),
      ...brought({ resources: [{ ...plugin, payments: [{ user: '5', status: 'PAID' }] }] }),
    },
  },
  'The name of an app can be seen': {
    words: 'The name or the description has a character that cannot be seen.',
    at: saved({ name: 'App\u202e' }),
  },
  'The support of an app can be reached': {
    words: 'The support contact is neither an e-mail address nor an https:// address.',
    at: saved({ support_contact: 'somebody' }),
  },
  'The logo of an app is an image of its type': {
    words: 'The logo is not an image of the type it says.',
    at: saved({ logo: 'data:image/png;base64,AAAA' }),
  },
  'An app has no scope of our own operations': {
    words: 'An app cannot have the scope "…".',
    at: saved({ scopes: ['workspace:read'] }),
  },
  'A guest makes no apps': {
    words: 'A guest of an organization cannot make apps.',
    before: ({ play }) =>
      play('alice', `PUT /workspace/v1/organizations/${acme}/users/${people.bob}`, { role: 'guest' }),
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who is no guest.'),
      'own operation': ({ play }) => play('bob', apps, app),
    },
  },
  'A viewer of a team makes no apps for it': {
    words: 'A viewer of a team cannot make apps for it.',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every team.'),
      'own operation': ({ play }) => play('carla', apps, { name: 'App', team }),
    },
  },
  'An app that is published is whole': {
    words: 'To be published, the app still needs ….',
    before: ({ play }) => play('alice', apps, { ...app, name: 'Bare' }),
    at: {
      ...ownAlone,
      'own operation': async ({ play }) => {
        const { client_id } = (await play('alice', apps, app)).json;
        return play('alice', `POST /workspace/v1/apps/${client_id}/publish`);
      },
      ...brought({ apps: [{ ...made, state: 'private' }] }),
    },
  },
  'An app that is brought is as open as its state says': {
    words: 'It is of the state "…" and of the visibility "…".',
    at: {
      ...ownAlone,
      'own operation': 'There a private app that asks to be public waits for its review.',
      ...brought({ apps: [{ ...whole, state: 'private', visibility: 'public' }] }),
    },
  },
  'A public app stays public': {
    words: 'A public app cannot be made private: people outside of its organization use it.',
    before: bringPublic,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', 'PUT /workspace/v1/apps/app1', { visibility: 'private' }),
      'workspace file': brought({ apps: [{ ...whole, state: 'private', visibility: 'private' }] })[
        'workspace file'
      ],
      'test world': 'A world begins with new apps.',
    },
  },
  'An app is reviewed when it waits for it': {
    words: 'The app does not wait for a review.',
    before: bringPublic,
    at: { ...ownAlone, ...noReview, 'own operation': review('admin', { decision: 'approve' }) },
  },
  'Apps are reviewed by the administrator of the installation': {
    words: 'Only an administrator of the installation reviews apps.',
    before: bringPublic,
    at: { ...ownAlone, ...noReview, 'own operation': review('alice', { decision: 'approve' }) },
  },
  'An app sees projects by leave of an administrator of the organization': {
    words: 'Only an administrator of the organization may do this.',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every organization.'),
      'own operation': async ({ play }) => {
        const { client_id } = (await play('bob', apps, app)).json;
        return play('bob', `PUT /workspace/v1/apps/${client_id}/projects-access`, { approved: true });
      },
    },
  },
  'An app leads people back to its own addresses': {
    words: ['This "redirect_uri" is not one of the redirect URLs of the app.'],
    before: bringPublic,
    at: { ...consentAlone, 'consent to an app': ask({ redirect_uri: 'https://evil.example/' }) },
  },
  'An app asks for scopes of its own': {
    words: 'The app does not have the scope ….',
    before: bringPublic,
    at: { ...consentAlone, 'consent to an app': ask({ scope: 'webhooks:write' }) },
  },
  'A code is one that was given': {
    words: 'The code is unknown, expired, used or of another app.',
    before: bringPublic,
    at: {
      ...requestAlone,
      'token request of an app': request('token', {
        ...{ grant_type: 'authorization_code', code: 'never', redirect_uri: whole.redirect_urls[0] },
      }),
    },
  },
  'A refresh token is one that was given': {
    words: 'The refresh token is unknown, revoked or of another app.',
    before: bringPublic,
    at: { ...requestAlone, 'token request of an app': request('refresh', { refresh_token: 'never' }) },
  },
};
