import { files, organizations, people, projects, team } from '../cast.ts';
import { brought, broughtAnyway } from './brought-by-file.ts';
import { broughtBack, byRestore, doNotFit, withColumns, withRow } from './by-restore.ts';
import {
  comesBack,
  noBringing,
  noContent,
  noInterface,
  noRestore,
  noSideDoor,
  ownAlone,
  type Rules,
} from './door.ts';
import type { Visit } from './visit.ts';
import { byInvitation, byProvider, type Comer } from './ways-to-join.ts';

const acme = organizations.acme;
const users = `/workspace/v1/organizations/${acme}/users`;
const nora: Comer = { handle: 'Nora', email: 'nora@example.com' };
/** Fits the contract, and has a character that nobody sees. */
const unseen = 'nora\u{e0041}@example.com';
/** Sixteen bytes of a stored password. */
const salt = 'AAAAAAAAAAAAAAAAAAAAAA==';
const elsewhere = { ...noInterface, ...noContent, ...noSideDoor };
const alice = {
  id: people.alice,
  handle: 'Alice',
  email: 'alice@example.com',
  organization: acme,
};
const file = { key: files.open, name: 'Design open', project: projects.open };
/** Bob is of a team of another organization, too. */
export const sendElsewhere = ({ play }: Visit) =>
  play('admin', 'POST /workspace/v1/apply', {
    teams: [
      {
        id: '90',
        name: 'Theirs',
        organization: organizations.elsewhere,
        members: [{ user: people.bob, role: 'editor' }],
      },
    ],
  });

/** Every door by which somebody comes in. */
const comes = (who: Comer) => ({
  'own operation': ({ play }: Parameters<ReturnType<typeof byInvitation>>[0]) =>
    play('alice', `POST ${users}`, who),
  ...brought({ users: [{ ...who, id: '77', organization: acme }] }),
  invitation: byInvitation(who),
  'single sign-on': byProvider(who),
});

export const rulesOfPeople: Rules = {
  'An e-mail address is that of one person in an organization': {
    words: [
      "The e-mail address … is another person's of this organization.",
      'No account here is linked to you. If you have one, sign in to it with your password and link it in your settings; otherwise ask for an invitation.',
      'The e-mail address … is that of two people of the organization ….',
    ],
    at: {
      ...elsewhere,
      ...comes({ ...nora, email: 'BOB@example.com' }),
      restore: byRestore('users', withColumns({ email: 'Bob@example.com' })),
    },
  },
  'An e-mail address is one that mails can go to': {
    words: '"…" is not one e-mail address.',
    at: {
      ...elsewhere,
      ...comes({ ...nora, email: unseen }),
      restore: byRestore('users', withColumns({ email: unseen })),
    },
  },
  'A password is stored as the program stores one, at a cost that it bears': {
    words: 'The password of the person "…" is not stored as this program stores one.',
    at: {
      ...elsewhere,
      ...noBringing('The server makes the stored form.'),
      'own operation': 'The server makes the stored form.',
      invitation: 'The server makes the stored form.',
      'single sign-on': 'It brings no password.',
      restore: byRestore('users', withColumns({ password_hash: `argon2id$4194304$50$${salt}$${salt}` })),
    },
  },
  'An e-mail address that somebody gets is one that mails can go to': {
    words: '"…" is not one e-mail address.',
    at: {
      ...elsewhere,
      'own operation': ({ play }) => play('alice', `PUT ${users}/${people.bob}`, { email: unseen }),
      ...brought({ users: [{ ...alice, email: unseen }] }),
      invitation: 'It changes nobody who is there.',
      'single sign-on': 'It changes nobody who is there.',
      restore: noRestore.asChange,
    },
  },
  'What a person is called is one line': {
    words: 'A name is one line of text.',
    at: {
      ...elsewhere,
      ...comes({ ...nora, handle: 'No\nra' }),
      'single sign-on': {
        lets: byProvider({ ...nora, handle: 'No\nra' }),
        because: 'It asks nobody what they want to be called: an invalid name yields to the address.',
      },
      restore: broughtBack(comesBack.olderForm, 'users', withColumns({ handle: 'No\nra' })),
    },
  },
  'A password is not made of who has it': {
    words: 'A password is not made of the name or the e-mail address.',
    at: {
      ...elsewhere,
      ...comes({ ...nora, password: 'nora@example.com' }),
      ...broughtAnyway(
        { users: [{ ...nora, id: '77', organization: acme, password: 'nora@example.com' }] },
        'People of a trial have passwords that are soon typed.',
      ),
      'single sign-on': 'Who comes from the provider has no password here.',
    },
  },
  'An organization keeps somebody who administers it': {
    words: '… is the only administrator of the organization; make somebody else one first.',
    at: {
      ...elsewhere,
      'own operation': ({ play }) => play('alice', `PUT ${users}/${people.alice}`, { role: 'member' }),
      ...broughtAnyway(
        { users: [{ ...alice, role: 'member' }] },
        'The administrator of the installation administers it all the same.',
      ),
      invitation: 'It changes nobody who is there.',
      'single sign-on': 'It changes nobody who is there.',
      restore: broughtBack(
        'The administrator of the installation administers it all the same.',
        'users',
        withColumns({ role: 'member' }),
      ),
    },
  },
  'An organization keeps somebody who administers it when people are removed': {
    words: '… is the only administrator of the organization; make somebody else one first.',
    at: {
      ...elsewhere,
      ...noBringing('A workspace file removes nothing.'),
      'own operation': ({ play }) => play('alice', `DELETE ${users}/${people.alice}?files_to=${people.bob}`),
      invitation: 'It removes nobody.',
      'single sign-on': 'It removes nobody.',
      restore: noRestore.byName,
    },
  },
  'Who comes in is let in by an administrator': {
    words: [
      'Only an administrator of the organization may do this.',
      'Only the administrator of this installation may ….',
    ],
    at: {
      ...elsewhere,
      'own operation': ({ play }) => play('bob', `POST ${users}`, nora),
      'workspace file': ({ play }) => play('alice', 'POST /workspace/v1/apply', { users: [nora] }),
      'test world': 'Test mode is for who has its scope, and a world is nobody else’s.',
      invitation: ({ play }) =>
        play('bob', `POST /workspace/v1/organizations/${acme}/invitations`, { email: nora.email }),
      'single sign-on': 'The settings of the installation say whom the provider lets in.',
      restore: noRestore.asRight,
    },
  },
  'Credits are of people of the organization': {
    words: ['"…" is nobody of this organization.', '… is of nobody in an organization.'],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `POST /workspace/v1/organizations/${acme}/ai-usage`, {
          rows: [{ user: people.dan, day: '2026-01-01', seat_credits_sum: 1 }],
        }),
      ...brought({
        users: [{ id: '77', handle: 'Loner', email: 'loner@example.com' }],
        ai_usage: [{ user: '77', day: '2026-01-01', seat_credits_sum: 1 }],
      }),
      restore: broughtBack(
        'Who has gone to another organization leaves their credits where they were used.',
        'ai_usage',
        withRow({
          organization_id: acme,
          day: '2026-01-01',
          user_id: people.dan,
          editor_type: 'design',
          seat_millicredits: 1,
          plan_millicredits: 0,
        }),
      ),
    },
  },
  'Credits are of days that were': {
    words: [
      '"…" is no day of the form YYYY-MM-DD up to today.',
      'Credits are of "…", which is no day of the form YYYY-MM-DD.',
    ],
    at: {
      ...ownAlone,
      'own operation': ({ play }) =>
        play('alice', `POST /workspace/v1/organizations/${acme}/ai-usage`, {
          rows: [{ user: people.bob, day: '2999-01-01', seat_credits_sum: 1 }],
        }),
      ...brought({ ai_usage: [{ user: people.bob, day: '2999-01-01', seat_credits_sum: 1 }] }),
      restore: byRestore(
        'ai_usage',
        withRow({
          organization_id: acme,
          day: 'today',
          user_id: people.bob,
          editor_type: 'design',
          seat_millicredits: 1,
          plan_millicredits: 0,
        }),
      ),
    },
  },
  'Roles in a team are given by who administers it': {
    words: 'Insufficient team permissions',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every team.'),
      'own operation': ({ play }) =>
        play('bob', `PUT /workspace/v1/teams/${team}/members/${people.carla}`, { role: 'admin' }),
      restore: noRestore.asRight,
    },
  },
  'Who is removed leaves no files behind': {
    words: ['… owns … and cannot be removed; say in "files_to" who gets them.', doNotFit],
    before: ({ play }) =>
      play('admin', 'POST /workspace/v1/apply', { files: [{ ...file, owner: people.bob }] }),
    at: {
      ...ownAlone,
      ...noBringing('A workspace file removes nothing.'),
      'own operation': ({ play }) => play('alice', `DELETE ${users}/${people.bob}`),
      restore: byRestore('users', (rows) => rows.filter(({ id }) => id !== people.bob)),
    },
  },
  'Who is removed gets none of their own files': {
    words: '"files_to" is the person who is to be removed.',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file removes nothing.'),
      'own operation': ({ play }) => play('alice', `DELETE ${users}/${people.bob}?files_to=${people.bob}`),
      restore: noRestore.byName,
    },
  },
  'Who works in another organization keeps their address for themselves': {
    words:
      'This person also works in another organization, so they alone change their password and e-mail address.',
    before: sendElsewhere,
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who may change every account.'),
      'own operation': ({ play }) =>
        play('alice', `PUT ${users}/${people.bob}`, { email: 'taken@example.com' }),
      restore: noRestore.asRight,
    },
  },
  'A change of somebody changes something': {
    words: 'At least … is needed',
    at: {
      ...ownAlone,
      ...noBringing('What is as it was is left as it is.'),
      'own operation': ({ play }) => play('alice', `PUT ${users}/${people.bob}`, {}),
      restore: noRestore.asChange,
    },
  },
  'Who is changed is one of the people of the organization': {
    words: 'User not found',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, for whom everybody is there.'),
      'own operation': ({ play }) => play('alice', `PUT ${users}/${people.dan}`, { handle: 'Mine' }),
      restore: noRestore.byName,
    },
  },
  'Who leaves a team is one of it': {
    words: 'This person is not a member.',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file removes nothing.'),
      'own operation': ({ play }) =>
        play('alice', `DELETE /workspace/v1/teams/${team}/members/${people.dan}`),
      restore: noRestore.byName,
    },
  },
  'Who leaves a project is one of it': {
    words: 'This person is not a member.',
    at: {
      ...ownAlone,
      ...noBringing('A workspace file removes nothing.'),
      'own operation': ({ play }) =>
        play('alice', `DELETE /workspace/v1/projects/${projects.open}/members/${people.dan}`),
      restore: noRestore.byName,
    },
  },
  'Roles in a project are given by who administers it': {
    words: 'Insufficient project permissions',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every project.'),
      'own operation': ({ play }) =>
        play('bob', `PUT /workspace/v1/projects/${projects.open}/members/${people.carla}`, {
          role: 'editor',
        }),
      restore: noRestore.asRight,
    },
  },
  'Somebody sees projects by leave of an administrator of the organization': {
    words: 'Only an administrator of the organization may do this.',
    at: {
      ...ownAlone,
      ...noBringing('The administrator of the installation brings it, who administers every organization.'),
      'own operation': ({ play }) =>
        play('bob', `PUT /workspace/v1/users/${people.carla}/projects-access`, { approved: true }),
      restore: noRestore.asRight,
    },
  },
  'Roles are those that there are': {
    words: ['role": expected one of "admin"', '"…" of … is one of …, and not "…".'],
    at: {
      ...elsewhere,
      'own operation': ({ play }) => play('alice', `PUT ${users}/${people.bob}`, { role: 'king' }),
      ...brought({ users: [{ ...alice, role: 'king' }] }),
      invitation: 'Who invites says the role, and who follows the link says nothing of it.',
      'single sign-on': 'Who comes from the provider is a member.',
      restore: byRestore('users', withColumns({ role: 'king' })),
    },
  },
};
