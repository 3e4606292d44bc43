import { administratorCaller } from '../../access/administrator-caller.ts';
import { findAdministrator, findCallerUser } from '../../access/caller-store.ts';
import { admittedPerson } from '../../accounts/admitted-person.ts';
import { beginLinking } from '../../accounts/begin-linking.ts';
import { addIdentity, linkIdentity } from '../../accounts/link-identity.ts';
import { inAnonymousChange } from '../../change.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import { people } from '../cast.ts';
import { broughtBack, byRestore, doNotFit, withColumns, withRow } from './by-restore.ts';
import { comesBack, noBringing, noRestore, ownAlone, type Rules, type Try } from './door.ts';
import type { Visit } from './visit.ts';
import { besideProvider, byProvider, refusalOfWork } from './ways-to-join.ts';

const noAccounts = noBringing('It lays down accounts as they are, and asks nobody who they are.');
const identity = (subject: string) => ({ issuer: 'https://id.example', subject, email: 'bob@example.com' });
const give =
  (userId: 'bob' | 'carla', ...subjects: readonly string[]) =>
  async ({ context }: Visit) => {
    for (const subject of subjects)
      await inAnonymousChange(context, (change) =>
        addIdentity(change, identity(subject), { userId: people[userId], lastUsedAt: null }),
      );
  };

/** Bob, who is signed in, links whom the provider has proven. */
const link: Try = ({ context }) =>
  refusalOfWork(async () => {
    const user = await findCallerUser(context.database, people.bob);
    if (user === undefined) throw new Error('Bob is one of the cast.');
    const admission = admittedPerson(context, { ...identity('bob'), name: 'Bob' });
    if ('refusal' in admission) return admission;
    const { person } = admission;
    return inAnonymousChange(context, (change) => linkIdentity(change, person, { user, ipAddress: '::1' }));
  });
const linked = {
  ...ownAlone,
  ...noAccounts,
  'own operation': 'It begins at the provider, and ends where they send people back to.',
  'single sign-on': link,
};
const arriving = (arrival: Try) => ({
  ...ownAlone,
  ...noAccounts,
  'own operation': 'Administrators name the address of whom they add.',
  'single sign-on': arrival,
});

/** Who at the provider of single sign-on opens which account. */
export const rulesOfIdentities: Rules = {
  'An account that nothing else opens keeps its identity': {
    words: 'Nothing else opens your account. Choose a password or link another identity first.',
    before: give('bob', 'bob'),
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': async ({ play }) => {
        const { identities } = (await play('bob', 'GET /workspace/v1/me/identities')).json;
        return play('bob', `DELETE /workspace/v1/me/identities/${identities[0].id}`);
      },
      restore: broughtBack(
        'Whoever has an account that nothing opens is given a link for a password.',
        'users',
        withColumns({ password_hash: null }),
      ),
    },
  },
  'An identity that is unlinked is one’s own': {
    words: 'Identity not found',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': ({ play }) => play('bob', 'DELETE /workspace/v1/me/identities/5'),
      restore: noRestore.byName,
    },
  },
  'An identity opens one account': {
    words: ['You open another account here already, and can open only one.', doNotFit],
    before: give('carla', 'bob'),
    at: { ...linked, restore: byRestore('identities', withRow({ id: '90', user_id: people.bob })) },
  },
  'An account is linked to ten identities at the most': {
    words: 'Your account is linked to … others already. Unlink one first.',
    before: give('bob', ...Array.from({ length: 10 }, (_, at) => `other ${at}`)),
    at: {
      ...linked,
      restore: broughtBack(comesBack.tooMany, 'identities', withRow({ id: '90', subject: 'one more' })),
    },
  },
  'Who comes in by the provider has an address that it has verified': {
    words: 'To get an account here you need an e-mail address that the provider has verified.',
    at: {
      ...arriving(byProvider({ handle: 'Nora' })),
      restore: 'It proves nobody: people come back who were let in.',
    },
  },
  'Who comes in by the provider comes into an organization that there is': {
    words: ['No account could be made: the settings of this installation are wrong.', doNotFit],
    at: {
      ...arriving(byProvider({ handle: 'Nora', email: 'nora@example.com' }, organizationIdOf('5'))),
      restore: byRestore('users', withColumns({ organization_id: '5' })),
    },
  },
  'Who comes in by the provider takes over no account that is there': {
    words:
      'No account here is linked to you. If you have one, sign in to it with your password and link it in your settings; otherwise ask for an invitation.',
    at: {
      ...arriving(byProvider({ handle: 'Bob', email: 'bob@example.com' })),
      restore: 'It proves nobody: people come back who were let in.',
    },
  },
  'An account is linked where there is a provider': {
    words: 'This installation has no single sign-on.',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': ({ play }) => play('bob', 'POST /workspace/v1/me/identities', {}),
      restore: broughtBack(
        'Identities wait where there is no provider: its settings may come later.',
        'users',
        withColumns({}),
        give('bob', 'bob'),
      ),
    },
  },
  'An account is linked by a browser that is signed in': {
    words: 'Linking needs a session; a token opens no browser.',
    at: {
      ...ownAlone,
      ...noAccounts,
      'own operation': ({ context }) =>
        refusalOfWork(async () => {
          const by = administratorCaller(await findAdministrator(context.database));
          const asked = { password: undefined, ipAddress: '::1', next: undefined };
          return beginLinking(besideProvider(context, {}), by, asked);
        }),
      restore: noRestore.ofSecrets,
    },
  },
};
