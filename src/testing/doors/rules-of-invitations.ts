import { sql } from 'kysely';
import { acceptedAnyway } from '../../access/accepted-password.ts';
import { joinAnew, joinAs } from '../../accounts/join-by-invitation.ts';
import { organizations, people } from '../cast.ts';
import { broughtBack, byRestore, withColumns, withRow } from './by-restore.ts';
import { comesBack, noBringing, noRestore, ownAlone, type Rules, type Try } from './door.ts';
import type { Visit } from './visit.ts';
import { byInvitation, byInvitationBesideProvider, byJoining, invite } from './ways-to-join.ts';

const acme = organizations.acme;
const invitations = `/workspace/v1/organizations/${acme}/invitations`;
const nora = { handle: 'Nora', email: 'nora@example.com' };
/** Fits the contract, and has a character that nobody sees. */
const unseen = 'nora\u{e0041}@example.com';
const inviteNora = (visit: Visit) => invite(visit, nora.email);
const noInviting = noBringing('It brings people, and invites nobody.');
/** All but the page of an invitation. */
const joining = (invitation: Try) => ({
  ...ownAlone,
  ...noInviting,
  'own operation': 'Who is invited accepts at a page.',
  invitation,
});
const isRenamedToNora = ({ play }: Visit) =>
  play('alice', `PUT /workspace/v1/organizations/${acme}/users/${people.bob}`, { email: nora.email });
const withdrawAll = async ({ play }: Visit) => {
  const { json } = await play('alice', `GET ${invitations}`);
  for (const { id } of json.invitations) await play('alice', `DELETE ${invitations}/${id}`);
};
const inviteMany = ({ context }: Visit) =>
  sql`
    with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < 1000)
    insert into invitations
      (id, organization_id, email, role, seat, hash, inviter_id, delivery, created_at, sent_at, expires_at)
    select 'many' || number, ${acme}, number || '@many.example', 'member', 'full', 'hash' || number, ${people.alice},
      'shown', 1, 1, ${Date.parse('9999-01-01')} from numbers
  `.execute(context.database);

export const rulesOfInvitations: Rules = {
  'An address is invited once': {
    words: '… is invited already; send that invitation again, or withdraw it.',
    before: inviteNora,
    at: {
      ...ownAlone,
      ...noInviting,
      'own operation': inviteNora,
      restore: broughtBack(
        'Whoever follows one of the links uses up both.',
        'invitations',
        withRow({ id: '90', hash: 'another' }),
      ),
    },
  },
  'An address that is invited is one that mails can go to': {
    words: '"…" is not one e-mail address.',
    at: {
      ...ownAlone,
      ...noInviting,
      'own operation': (visit) => invite(visit, unseen),
      restore: byRestore('invitations', withColumns({ email: unseen }), inviteNora),
    },
  },
  'Nobody is invited who is there': {
    words: "The e-mail address … is another person's of this organization.",
    at: {
      ...ownAlone,
      ...noInviting,
      'own operation': (visit) => invite(visit, 'bob@example.com'),
      restore: broughtBack(
        'Who follows the link is told that they are there already.',
        'invitations',
        withColumns({ email: 'bob@example.com' }),
        inviteNora,
      ),
    },
  },
  'The invitations of an organization have an end': {
    words: 'There are … invitations; withdraw those that are not needed.',
    before: inviteMany,
    at: {
      ...ownAlone,
      ...noInviting,
      'own operation': inviteNora,
      restore: broughtBack(comesBack.tooMany, 'invitations', withRow({ id: '90', hash: 'another' })),
    },
  },
  'An invitation that is sent again is there': {
    words: 'Invitation not found',
    at: {
      ...ownAlone,
      ...noInviting,
      'own operation': ({ play }) => play('alice', `POST ${invitations}/5/send`),
      restore: noRestore.byName,
    },
  },
  'An invitation that is withdrawn is there': {
    words: 'Invitation not found',
    at: {
      ...ownAlone,
      ...noInviting,
      'own operation': ({ play }) => play('alice', `DELETE ${invitations}/5`),
      restore: noRestore.byName,
    },
  },
  'Who accepts an invitation has the address that was invited': {
    words: 'This invitation is for another e-mail address than yours.',
    at: { ...joining(byJoining(people.bob, nora.email)), restore: noRestore.asChange },
  },
  'An invitation that is accepted was neither used nor withdrawn': {
    words:
      'The link of this invitation was used already, is older than seven days, or is not complete. Ask for another one.',
    at: { ...joining(byInvitation(nora, withdrawAll)), restore: noRestore.asChange },
  },
  'Who accepts an invitation is not there already': {
    words: 'This address is one of a person of … already. Sign in with it.',
    at: { ...joining(byInvitation(nora, isRenamedToNora)), restore: noRestore.asChange },
  },
  'Where people sign in elsewhere alone, nobody joins by a password': {
    words: 'Passwords open no accounts here. Sign in by single sign-on.',
    at: {
      ...joining(
        byInvitationBesideProvider(
          nora.email,
          joinAnew({ handle: nora.handle, password: acceptedAnyway('hash', 'Nobody signs in with it.') }),
        ),
      ),
      restore: 'It proves nobody: people come back with what opened their accounts.',
    },
  },
  'Where people sign in elsewhere alone, nobody has two accounts': {
    words: 'Single sign-on opens one account for you, and it is of another organization.',
    at: {
      ...joining(byInvitationBesideProvider('dan@example.com', joinAs(people.dan))),
      restore: 'It proves nobody: people come back with what opened their accounts.',
    },
  },
};
