import { organizations, people } from '../cast.ts';
import { brought, broughtAnyway } from './brought-by-file.ts';
import { broughtBack, byRestore, doNotFit, withColumns } from './by-restore.ts';
import { bringPrivate, made } from './cast-apps.ts';
import { comesBack, noBringing, noRestore, ownAlone, type Rules } from './door.ts';

const acme = organizations.acme;
const tokens = 'POST /workspace/v1/me/tokens';
const planTokens = `POST /workspace/v1/organizations/${acme}/tokens`;
const token = { name: 'token', scopes: ['current_user:read'] };
const alice = { id: people.alice, handle: 'Alice', email: 'alice@example.com', organization: acme };
const withToken = (more: object, user: object = alice) =>
  brought({ users: [{ ...user, tokens: [{ ...token, ...more }] }] });
const noTokenOfApp = 'Apps get their tokens at the pages of consent, where the protocol names the app.';
const ofApp = { ...token, kind: 'oauth', app: 'app1' };

/** Tokens of people, plans and apps. */
export const rulesOfTokens: Rules = {
  'The name of a token is one line': {
    words: 'A name is one line of text.',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, name: 'Two\nlines' }),
      ...withToken({ name: 'Two\nlines' }),
      restore: broughtBack(comesBack.olderForm, 'tokens', withColumns({ name: 'Two\nlines' })),
    },
  },
  'A token has a scope': {
    words: 'scopes": expected a list that is not empty',
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: [] }),
      ...withToken({ scopes: [] }),
      restore: broughtBack(
        'An app that gives up its scopes leaves its tokens without any.',
        'tokens',
        withColumns({ scopes: '[]' }),
      ),
    },
  },
  'A token has no scope that there is not': {
    words: [
      'scopes[0]": expected one of "current_user:read"',
      'The token "…" of the kind "…" cannot have the scope "…".',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, scopes: ['flies:read'] }),
      ...withToken({ scopes: ['flies:read'] }),
      restore: byRestore('tokens', withColumns({ scopes: '["flies:read"]' })),
    },
  },
  'A token ends after ninety days': {
    words: [
      'expires_in": expected at most 7776000, got 7776001',
      'The token "…" lives longer than the … days that a token may.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', tokens, { ...token, expires_in: 7_776_001 }),
      ...withToken({ expires_in: 7_776_001 }),
      restore: byRestore('tokens', (rows) =>
        rows.map((row) => (row.expires_at === null ? row : { ...row, expires_at: Date.UTC(2099, 0) })),
      ),
    },
  },
  'A plan access token has no scope of our own operations': {
    words: [
      'A plan access token cannot have the scope "…".',
      'The token "…" of the kind "…" cannot have the scope "…".',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) => play('alice', planTokens, { ...token, scopes: ['workspace:read'] }),
      ...withToken({ kind: 'plan', scopes: ['workspace:read'] }),
      restore: byRestore(
        'tokens',
        withColumns({ kind: 'plan', organization_id: acme, scopes: '["workspace:read"]' }),
      ),
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
      restore: broughtBack(
        'Who issued it may belong elsewhere since: then it is refused where it calls.',
        'tokens',
        withColumns({
          kind: 'plan',
          organization_id: organizations.elsewhere,
          scopes: '["current_user:read"]',
        }),
      ),
    },
  },
  'A value is that of one token': {
    words: ['Its value is one that another token has already.', doNotFit],
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
      restore: byRestore('tokens', withColumns({ hash: 'same' })),
    },
  },
  'A token by which an app acts is of an app that there is': {
    words: [
      'It names the app "…", which does not exist.',
      'names "…", which this workspace file does not hold.',
      doNotFit,
    ],
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      ...withToken({ kind: 'oauth', app: 'nothing' }),
      restore: byRestore(
        'tokens',
        withColumns({ kind: 'oauth', app_id: 'nothing', scopes: '["current_user:read"]' }),
      ),
    },
  },
  'A token by which an app acts is of the kind oauth': {
    words: [
      'It names an app, so its kind is "oauth".',
      'The token "…" is of the kind "…", which does not fit what it names.',
    ],
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      ...brought({ apps: [made], users: [{ ...alice, tokens: [{ ...token, app: 'app1' }] }] }),
      restore: byRestore('tokens', withColumns({ app_id: 'app1' }), bringPrivate),
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
      restore: noRestore.asRight,
    },
  },
  'An app has one token of a person': {
    words: ['The app "…" has the token "…" of user …, and has one at the most.', doNotFit],
    at: {
      ...ownAlone,
      'own operation': noTokenOfApp,
      'token request of an app': 'The token that it gets there comes in the place of the one before.',
      ...brought({
        apps: [{ ...made, scopes: token.scopes }],
        users: [{ ...alice, tokens: [ofApp, { ...ofApp, name: 'two' }] }],
      }),
      restore: byRestore(
        'tokens',
        withColumns({ kind: 'oauth', app_id: 'app1', user_id: people.bob, scopes: '["current_user:read"]' }),
        bringPrivate,
      ),
    },
  },
  'A token that is revoked is one’s own': {
    words: 'Token not found',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file revokes nothing.'),
      'own operation': ({ play }) => play('bob', 'DELETE /workspace/v1/me/tokens/5'),
      restore: noRestore.byName,
    },
  },
  'A plan access token that is revoked is of the organization': {
    words: 'Token not found',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file revokes nothing.'),
      'own operation': ({ play }) => play('alice', `DELETE /workspace/v1/organizations/${acme}/tokens/5`),
      restore: noRestore.byName,
    },
  },
};
