import { describe, expect, it } from 'vitest';
import { castServer, organizations, people } from '../testing/cast.ts';
import { insertPasswordReset } from '../tokens/password-resets-store.ts';
import { insertSession } from '../tokens/sessions-store.ts';

const { play, server } = castServer();

const apply = (user: object) => play('admin', 'POST /workspace/v1/apply', { users: [user] });
const bob = { id: people.bob, handle: 'Bob', email: 'bob@example.com', organization: organizations.acme };

/** What opens Bob's account: sessions of his browsers, and links to choose another password. */
async function openWays(): Promise<{ sessions: number; links: number }> {
  const { database } = server().context;
  const sessions = await database
    .selectFrom('sessions')
    .select('hash')
    .where('user_id', '=', bob.id)
    .execute();
  const links = await database
    .selectFrom('password_resets')
    .select('hash')
    .where('user_id', '=', bob.id)
    .execute();
  return { sessions: sessions.length, links: links.length };
}

async function openBoth(): Promise<void> {
  const { database, clock } = server().context;
  const now = clock.now();
  await insertSession({ transaction: database, at: now }, { secret: 'a browser', userId: bob.id });
  const link = { hash: 'a link', userId: bob.id, shownTo: null };
  await insertPasswordReset(database, { ...link, createdAt: now, expiresAt: now + 60_000 });
}

describe('Applying people', () => {
  it.each([
    ['a name of two lines', { handle: 'Bob\nBob' }, 'The user "Bob\nBob": A name is one line of text.'],
    [
      'the address of somebody else of the organization',
      { email: 'ALICE@example.com' },
      'The user "Bob": The e-mail address ALICE@example.com is another person\'s of this organization.',
    ],
    [
      'an organization in which somebody else has the address',
      { email: 'dan@example.com', organization: organizations.elsewhere },
      'The user "Bob": The e-mail address dan@example.com is another person\'s of this organization.',
    ],
    [
      'an organization that is not there',
      { organization: '5' },
      'The user "Bob" names the organization "5", which does not exist.',
    ],
  ])('refuses %s, and names the entry', async (_what, changes, sentence) => {
    const answer = await apply({ ...bob, ...changes });
    expect([answer.status, answer.json.err]).toEqual([400, sentence]);
  });

  it('ends sessions and links with the password before, and leaves them with the same one', async () => {
    await apply({ ...bob, password: 'first' });
    await openBoth();
    expect((await apply({ ...bob, password: 'first' })).json).toMatchObject({ updated: [], unchanged: 1 });
    expect(await openWays()).toEqual({ sessions: 1, links: 1 });
    expect((await apply({ ...bob, password: 'second' })).json.updated).toEqual([
      { kind: 'user', id: bob.id },
    ]);
    expect(await openWays()).toEqual({ sessions: 0, links: 0 });
  });

  it('ends links with the e-mail address that they went to', async () => {
    await openBoth();
    await apply({ ...bob, email: 'robert@example.com' });
    expect(await openWays()).toEqual({ sessions: 1, links: 0 });
  });

  it('uses invitations of an address up with the person who has it', async () => {
    const invitations = `/workspace/v1/organizations/${organizations.acme}/invitations`;
    await play('alice', `POST ${invitations}`, { email: 'erin@example.com' });
    expect((await play('alice', `GET ${invitations}`)).json.invitations).toHaveLength(1);
    await apply({ handle: 'Erin', email: 'erin@example.com', organization: organizations.acme });
    expect((await play('alice', `GET ${invitations}`)).json.invitations).toEqual([]);
  });
});
