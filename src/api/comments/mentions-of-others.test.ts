import { beforeEach, describe, expect, it } from 'vitest';
import type { OrganizationId, UserId } from '../../contract/branded-ids.ts';
import { type Actor, castServer, files, organizations, people } from '../../testing/cast.ts';

const { play, server } = castServer();
const comments = `/v1/files/${files.open}/comments`;

/** The message as markdown, in which who is mentioned is bold. */
async function marked(who: Actor, message: string): Promise<string> {
  const made = await play(who, `POST ${comments}`, { message });
  expect(made.status).toBe(200);
  const listed = (await play(who, `GET ${comments}?as_md=true`)).json.comments;
  return listed.find(({ id }: { id: string }) => id === made.json.id).message;
}

/** Who was mentioned lately: what webhooks are told. */
async function mentioned(): Promise<string[]> {
  const rows = await server().context.database.selectFrom('comments').select('mentions').execute();
  return rows.flatMap(({ mentions }) => JSON.parse(mentions).map(({ userId }: { userId: string }) => userId));
}

const change = (id: UserId, values: { organization_id?: OrganizationId; role?: 'guest' }) =>
  server().context.database.updateTable('users').set(values).where('id', '=', id).execute();

beforeEach(async () => {
  await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'edit' });
});

describe('a mention by somebody whom only a link lets in', () => {
  it.each(['@Bob', '@bob@example.com', '@Carla and @Alice', '@Nobody'])(
    'reveals nobody’s name to them: %s',
    async (message) => {
      expect(await marked('dan', message)).toBe(message);
      expect(await mentioned()).toEqual([]);
    },
  );

  it('reaches people who have commented, by the handle that the comment shows and by no e-mail address', async () => {
    await marked('bob', 'Here');
    expect(await marked('dan', '@Bob is @bob@example.com, not @Carla')).toBe(
      '**@Bob** is @bob@example.com, not @Carla',
    );
    expect(await mentioned()).toEqual([people.bob]);
  });
});

describe('a mention by a guest', () => {
  it('reaches the people of their teams and projects, and nobody else of the organization', async () => {
    const path = `POST /workspace/v1/organizations/${organizations.acme}/users`;
    await play('admin', path, { handle: 'Erin', email: 'erin@example.com' });
    expect(await marked('bob', '@Erin @Carla')).toBe('**@Erin** **@Carla**');
    await change(people.bob, { role: 'guest' });
    expect(await marked('bob', '@Erin @Carla')).toBe('@Erin **@Carla**');
    await server().context.database.deleteFrom('team_members').where('user_id', '=', people.bob).execute();
    expect(await marked('bob', '@Erin @Carla @Alice')).toBe('@Erin @Carla @Alice');
  });
});
