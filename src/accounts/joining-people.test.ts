import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { castServer, organizations } from '../testing/cast.ts';
import { refusalOf } from '../testing/doors/brought-by-file.ts';
import type { Try } from '../testing/doors/door.ts';
import { byInvitation, byProvider, type Comer } from '../testing/doors/ways-to-join.ts';

const { play, server } = castServer();

const acme = organizations.acme;
const usersPath = `/workspace/v1/organizations/${acme}/users`;
/** Undefined for who was let in; else what was said. */
const through =
  (come: (who: Comer) => Try) =>
  async (who: Comer): Promise<string | undefined> => {
    const answer = await come(who)({ play, server: server(), context: server().context });
    return typeof answer === 'object' ? refusalOf(answer) : answer;
  };

const doors = {
  'an administrator': through((who) => () => play('alice', `POST ${usersPath}`, who)),
  'a workspace file': through(
    (who) => () =>
      play('admin', 'POST /workspace/v1/apply', { users: [{ ...who, id: '77', organization: acme }] }),
  ),
  'an invitation': through(byInvitation),
  'single sign-on': through(byProvider),
};

const everyDoor = Object.entries(doors);
const nora: Comer = { handle: 'Nora', email: 'nora@example.com' };

async function listed(): Promise<Comer[]> {
  const { users } = (await play('alice', `GET ${usersPath}`)).json;
  return users.map(({ handle, email }: Comer) => ({ handle, email }));
}

/** As many people as an organization may have. */
async function fill(): Promise<void> {
  const { database } = server().context;
  await sql`
    with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${100_000})
    insert into users (id, handle, email, img_url, organization_id, role, seat, created_at)
    select 'many' || number, 'Many', 'many' || number || '@many.example', '', ${acme}, 'guest', 'view', 1 from numbers
  `.execute(database);
}

describe('A person who joins', () => {
  it.each(everyDoor)('by %s is one of the people of the organization', async (_door, come) => {
    expect(await come(nora)).toBeUndefined();
    expect(await listed()).toContainEqual(nora);
  });

  it.each(everyDoor)('by %s cannot have the e-mail address of another person there', async (_door, come) => {
    const before = await listed();
    expect(await come({ ...nora, email: 'BOB@example.com' })).toBeDefined();
    expect(await listed()).toEqual(before);
  });

  it.each(everyDoor)('by %s cannot have a name of several lines', async (door, come) => {
    const words = await come({ ...nora, handle: 'No\nra' });
    // The provider does not ask who comes what they want to be called.
    if (door === 'single sign-on') expect(await listed()).toContainEqual({ ...nora, handle: 'nora' });
    else expect(words).toContain('A name is one line of text.');
  });

  it('is refused by every way that counts people, where the organization is full', async () => {
    await fill();
    const full = /^The people of the organization are 100,000 already/;
    expect(await doors['an administrator'](nora)).toMatch(full);
    expect(await doors['single sign-on'](nora)).toMatch(full);
    expect(await doors['an invitation'](nora)).toContain(
      'The people of the organization are 100,000 already',
    );
    // What a workspace file says is the administrator's.
    expect(await doors['a workspace file'](nora)).toBeUndefined();
  });
});
