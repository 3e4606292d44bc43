import { organizations, people } from '../cast.ts';
import { noBringing, ownAlone, type Rules } from './door.ts';
import { brought, broughtAnyway } from './visit.ts';

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

/** Apps, tokens and payments. */
export const rulesOfApps: Rules = {
  'An app is called by a name': {
    words: /An app needs a name/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, name: ' ' }),
      ...brought({ apps: [{ ...made, name: ' ' }] }),
    },
  },
  'An app leads people back to where nobody listens in': {
    words: /is neither https:\/\/ nor http:\/\/ on the own machine/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, redirect_urls: ['http://app.example/'] }),
      ...brought({ apps: [{ ...made, redirect_urls: ['http://app.example/'] }] }),
    },
  },
  'The website of an app is one of https': {
    words: /The website is no https:\/\/ address/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { ...app, website: 'http://app.example' }),
      ...brought({ apps: [{ ...made, website: 'http://app.example' }] }),
    },
  },
  'An app is for a team or for an organization': {
    words: /Name the "team" or the "organization"|names neither a team nor an organization/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', apps, { name: 'App' }),
      ...brought({ apps: [{ client_id: 'app1', name: 'App' }] }),
    },
  },
  'An app is made by who belongs where it is for': {
    words: /You do not belong to an organization/,
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may make apps for everybody.'),
      'own operation': ({ play }) => play('dan', apps, app),
    },
  },
  'The name of a token is one line': {
    words: /A name is one line of text/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, name: 'Two\nlines' }),
      ...withToken({ name: 'Two\nlines' }),
    },
  },
  'A token has a scope': {
    words: /"(users.*)?scopes": expected a list that is not empty/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: [] }),
      ...withToken({ scopes: [] }),
    },
  },
  'A token has no scope that there is not': {
    words: /scopes\[0\]": expected one of "current_user:read"/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: ['flies:read'] }),
      ...withToken({ scopes: ['flies:read'] }),
    },
  },
  'A token ends after ninety days': {
    words: /expires_in": expected at most 7776000, got 7776001/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, expires_in: 7_776_001 }),
      ...withToken({ expires_in: 7_776_001 }),
    },
  },
  'A plan access token has no scope of our own operations': {
    words: /A plan access token cannot have the scope "workspace:read"/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', planTokens, { ...token, scopes: ['workspace:read'] }),
      ...withToken({ kind: 'plan', scopes: ['workspace:read'] }),
    },
  },
  'A plan access token is issued by who belongs to the organization': {
    words: /A plan access token is issued by (an administrator|somebody) who belongs/,
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('admin', planTokens, token),
      ...withToken({ kind: 'plan' }, { id: '77', handle: 'Loner', email: 'loner@example.com' }),
    },
  },
  'A value is that of one token': {
    words: /Its value is one that another token has already/,
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
    words:
      /names the app "nothing", which does not exist|names "nothing", which this workspace file does not hold/,
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      ...withToken({ kind: 'oauth', app: 'nothing' }),
    },
  },
  'A token by which an app acts is of the kind oauth': {
    words: /names an app, so its kind is "oauth"/,
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      ...brought({ apps: [made], users: [{ ...alice, tokens: [{ ...token, app: 'app1' }] }] }),
    },
  },
  'An app acts by the scopes that it asks for': {
    words: /The app does not have the scope/,
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
    words: /A token without the scope/,
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, whose scopes are all there are.'),
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: ['test:control'] }),
    },
  },
  'Payments are said by who owns what is paid for': {
    words: /Resource not found/,
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { resources: [plugin] }),
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, for whom everybody’s are there.'),
      'own operation': ({ play }) =>
        play('bob', `PUT /workspace/v1/resources/PLUGIN/555/payments/${people.bob}`, { status: 'PAID' }),
    },
  },
  'Who pays is somebody': {
    words:
      /User not found|names the user "5", which does not exist|names "5", which this workspace file does not hold/,
    before: ({ play }) => play('admin', 'POST /workspace/v1/apply', { resources: [plugin] }),
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', 'PUT /workspace/v1/resources/PLUGIN/555/payments/5', { status: 'PAID' }),
      ...brought({ resources: [{ ...plugin, payments: [{ user: '5', status: 'PAID' }] }] }),
    },
  },
};
