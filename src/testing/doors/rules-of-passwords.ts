import { acceptedAnyway } from '../../access/accepted-password.ts';
import { administratorCaller } from '../../access/administrator-caller.ts';
import { findAdministrator } from '../../access/caller-store.ts';
import { changePassword } from '../../accounts/change-password.ts';
import { preparePasswordReset } from '../../accounts/create-password-reset.ts';
import { inChange } from '../../change.ts';
import { type UserId, userIdOf } from '../../contract/branded-ids.ts';
import { organizations, people } from '../cast.ts';
import { broughtAnyway } from './brought-by-file.ts';
import { noBringing, noContent, noInterface, noRestore, noSideDoor, ownAlone, type Rules } from './door.ts';
import { sendElsewhere } from './rules-of-people.ts';
import type { Visit } from './visit.ts';
import { byInvitation, byReset, refusalOfWork, signedIn } from './ways-to-join.ts';

const acme = `/workspace/v1/organizations/${organizations.acme}`;
const nora = { handle: 'Nora', email: 'nora@example.com' };
const resetOf =
  (userId: UserId) =>
  ({ play }: Visit) =>
    play('alice', `POST ${acme}/users/${userId}/password-reset`);
const giveBobPassword = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    users: [{ id: people.bob, handle: 'Bob', email: 'bob@example.com', password: 'the one before this' }],
  });
const change =
  (more: object, token?: string) =>
  ({ play }: Visit) =>
    play(token === undefined ? 'bob' : { token }, 'PUT /workspace/v1/me/password', {
      new_password: 'correct horse battery',
      ...more,
    });
const noAccounts = noBringing('It lays down accounts as they are, and asks nobody who they are.');
const trial = 'People of a trial have passwords that are soon typed.';
const { 'password page': _page, ...otherThanPage } = ownAlone;

/** Every door by which a password is chosen. */
const chosen = (password: string) => ({
  ...noInterface,
  ...noContent,
  ...noSideDoor,
  'own operation': ({ play }: Visit) => play('alice', `POST ${acme}/users`, { ...nora, password }),
  ...broughtAnyway({ users: [{ ...nora, id: '77', organization: organizations.acme, password }] }, trial),
  invitation: byInvitation({ ...nora, password }),
  'single sign-on': 'Who comes from the provider has no password here.',
  'password page': byReset({ password }),
});

/** Somebody who has guessed at their own password too often. */
const letGuess = async ({ play, context }: Visit) => {
  const guesser = {
    id: '78',
    handle: 'Guesser',
    email: 'guesser@example.com',
    organization: organizations.acme,
    password: 'the one before this',
    tokens: [{ name: 'guesser', token: 'guesser-token', scopes: ['workspace:write'] }],
  };
  await play('admin', 'POST /workspace/v1/apply', { users: [guesser] });
  while ((await context.owners.take({ personId: userIdOf(guesser.id) })) === undefined);
};
/** Links for Carla are asked for from everywhere. */
const askForCarla = async ({ context }: Visit) => {
  let from = 0;
  const ask = () =>
    context.resetRequests.take({ email: 'carla@example.com', ipAddress: `192.0.${++from}.1` });
  while ((await ask()) === undefined);
};
const administrator = async ({ context }: Visit) =>
  administratorCaller(await findAdministrator(context.database));

/** How passwords are chosen, and by whom. */
export const rulesOfPasswords: Rules = {
  'A password is changed by who says the one before': {
    words: 'Missing field "current_password".',
    before: giveBobPassword,
    at: { ...ownAlone, ...noAccounts, 'own operation': change({}), restore: noRestore.asChange },
  },
  'A password is changed by who knows the one before': {
    words: 'The current password is wrong.',
    before: giveBobPassword,
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': change({ current_password: 'a guess' }),
      restore: noRestore.asChange,
    },
  },
  'A link for a password is used while it is good': {
    words:
      'It was used already, is older than an hour, or is not complete. Another one may have been sent since; else ask for one.',
    at: {
      ...otherThanPage,
      ...noAccounts,
      'own operation': 'Who has a link follows it to a page.',
      'password page': byReset({ password: 'correct horse battery' }, ({ play }) =>
        play('alice', `PUT ${acme}/users/${people.bob}`, { email: nora.email }),
      ),
      restore: noRestore.ofSecrets,
    },
  },
  'A first password is chosen by a link': {
    words: 'This account has no password yet. A link to choose one is mailed to you.',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': change({ current_password: 'a guess' }),
      restore: noRestore.ofSecrets,
    },
  },
  'A password has twelve characters': {
    words: ['A password has at least … characters.', 'password": expected text of at least 12 characters'],
    at: { ...chosen('too short'), restore: noRestore.ofHash },
  },
  'A password has an end': {
    words: 'password": expected text of at most 1024 characters',
    at: { ...chosen('long'.repeat(257)), restore: noRestore.ofHash },
  },
  'A password is more than one letter again and again': {
    words: 'A password has more than three different characters.',
    at: { ...chosen('ababababababab'), restore: noRestore.ofHash },
  },
  'A password that is chosen anew is not made of who has it': {
    words: 'A password is not made of the name or the e-mail address.',
    before: giveBobPassword,
    at: {
      ...otherThanPage,
      ...noBringing(trial),
      'own operation': change({
        current_password: 'the one before this',
        new_password: 'bob@example.com',
      }),
      'password page': byReset({ password: 'bob@example.com' }),
      restore: noRestore.ofHash,
    },
  },
  'One’s own password is not changed as an administrator': {
    words: 'Change your own password with the one before, at /workspace/v1/me/password.',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': async (visit) =>
        visit.server.call(`${acme}/users/${people.alice}`, {
          method: 'PUT',
          token: null,
          headers: await signedIn(visit, people.alice),
          body: { password: 'correct horse battery' },
        }),
      restore: noRestore.asChange,
    },
  },
  'A password that is changed is the one that was proven': {
    words: 'The password was changed meanwhile.',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': async (visit) => {
        const passwords = { stored: 'another', next: acceptedAnyway('next', 'It is not stored.') };
        const by = await administrator(visit);
        return refusalOfWork(() =>
          inChange(visit.context, by, (change) => changePassword(change, passwords)),
        );
      },
      restore: noRestore.asChange,
    },
  },
  'Guesses at one’s own password have an end': {
    words: 'Too many tries. Wait … seconds and try again.',
    before: letGuess,
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': change({ current_password: 'a guess' }, 'guesser-token'),
      restore: noRestore.asChange,
    },
  },
  'Links for a password have an end': {
    words: 'Too many links were asked for. Wait … seconds and try again.',
    before: askForCarla,
    at: { ...ownAlone, ...noAccounts, 'own operation': resetOf(people.carla), restore: noRestore.ofSecrets },
  },
  'Nobody gets a link to the account of who works in another organization': {
    words:
      'This person also works in another organization, so they alone change their password and e-mail address.',
    before: sendElsewhere,
    at: { ...ownAlone, ...noAccounts, 'own operation': resetOf(people.bob), restore: noRestore.ofSecrets },
  },
  'Where people sign in elsewhere alone, nobody gets a link for a password': {
    words: 'Passwords open no accounts here: people sign in by single sign-on.',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': async (visit) => {
        const context = { ...visit.context, config: { ...visit.context.config, oidcOnly: true } };
        const asked = { organizationId: organizations.acme, userId: people.bob };
        const by = await administrator(visit);
        return refusalOfWork(() => preparePasswordReset(context, by, asked));
      },
      restore: noRestore.ofSecrets,
    },
  },
  'A session is ended by itself': {
    words: 'No session',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': ({ play }) => play('bob', 'DELETE /workspace/v1/session'),
      restore: noRestore.ofSecrets,
    },
  },
};
