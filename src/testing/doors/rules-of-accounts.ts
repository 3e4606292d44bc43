import { addIdentity } from '../../accounts/link-identity.ts';
import { organizations, people } from '../cast.ts';
import type { Visit } from './brought-by-file.ts';
import { noBringing, ownAlone, type Rules } from './door.ts';
import { sendElsewhere } from './rules-of-people.ts';
import { byReset } from './ways-to-join.ts';

const acme = `/workspace/v1/organizations/${organizations.acme}`;
const invite = ({ play }: Visit) => play('alice', `POST ${acme}/invitations`, { email: 'nora@example.com' });
const resetOfBob = ({ play }: Visit) => play('alice', `POST ${acme}/users/${people.bob}/password-reset`);
const giveBobPassword = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    users: [{ id: people.bob, handle: 'Bob', email: 'bob@example.com', password: 'the one before this' }],
  });
const change =
  (more: object) =>
  ({ play }: Visit) =>
    play('bob', 'PUT /workspace/v1/me/password', { new_password: 'correct horse battery', ...more });
const noAccounts = noBringing('It lays down accounts as they are, and asks nobody who they are.');
const { 'password page': _page, ...otherThanPage } = ownAlone;

export const rulesOfAccounts: Rules = {
  'An address is invited once': {
    words: '… is invited already; send that invitation again, or withdraw it.',
    before: invite,
    at: { ...ownAlone, ...noBringing('It brings people, and invites nobody.'), 'own operation': invite },
  },
  'Nobody is invited who is there': {
    words: "The e-mail address … is another person's of this organization.",
    at: {
      ...ownAlone,
      ...noBringing('It brings people, and invites nobody.'),
      'own operation': ({ play }) => play('alice', `POST ${acme}/invitations`, { email: 'bob@example.com' }),
    },
  },
  'A password is changed by who says the one before': {
    words: 'Missing field "current_password".',
    before: giveBobPassword,
    at: { ...ownAlone, ...noAccounts, 'own operation': change({}) },
  },
  'A password is changed by who knows the one before': {
    words: 'The current password is wrong.',
    before: giveBobPassword,
    at: { ...ownAlone, ...noAccounts, 'own operation': change({ current_password: 'a guess' }) },
  },
  'A first password is chosen by a link': {
    words: 'This account has no password yet. A link to choose one is mailed to you.',
    at: { ...ownAlone, ...noAccounts, 'own operation': change({ current_password: 'a guess' }) },
  },
  'A password that is chosen anew is not made of who has it': {
    words: 'A password is not made of the name or the e-mail address.',
    before: giveBobPassword,
    at: {
      ...otherThanPage,
      ...noBringing('People of a trial have passwords that are soon typed.'),
      'own operation': change({
        ...{ current_password: 'the one before this', new_password: 'bob@example.com' },
      }),
      'password page': byReset({ password: 'bob@example.com' }),
    },
  },
  'Nobody gets a link to the account of who works in another organization': {
    words:
      'This person also works in another organization, so they alone change their password and e-mail address.',
    before: sendElsewhere,
    at: { ...ownAlone, ...noAccounts, 'own operation': resetOfBob },
  },
  'An account that nothing else opens keeps its identity': {
    words: 'Nothing else opens your account. Choose a password or link another identity first.',
    before: ({ context }) =>
      addIdentity(
        { transaction: context.database, at: context.clock.now(), context } as never,
        { issuer: 'https://id.example', subject: 'bob', email: 'bob@example.com' },
        { userId: people.bob, lastUsedAt: null },
      ),
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': async ({ play }) => {
        const { identities } = (await play('bob', 'GET /workspace/v1/me/identities')).json;
        return play('bob', `DELETE /workspace/v1/me/identities/${identities[0].id}`);
      },
    },
  },
  'An identity that is unlinked is one’s own': {
    words: 'Identity not found',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': ({ play }) => play('bob', 'DELETE /workspace/v1/me/identities/5'),
    },
  },
};
