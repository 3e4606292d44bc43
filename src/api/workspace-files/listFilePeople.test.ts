import { expect, it } from 'vitest';
import { castServer, files, people, projects } from '../../testing/cast.ts';

const { play } = castServer();
const list = async (who: 'admin' | 'alice' | 'bob' | 'carla' | 'dan', file: string, query = '') =>
  play(who, `GET /workspace/v1/files/${file}/people${query}`);
const rolesIn = ({ json }: Awaited<ReturnType<typeof list>>) =>
  json.people.map(({ handle, role, reasons }: Record<string, unknown>) => [
    handle,
    role,
    (reasons as { by: string; role: string }[]).map(({ by, role: given }) => `${by}: ${given}`).join(', '),
  ]);
const openLink = (file: string, access: string) =>
  play('alice', `PATCH /workspace/v1/files/${file}`, { link_access: access });

it('The people of a file are its owner and whom its team and project open it to, each with why', async () => {
  const answer = await list('carla', files.open);
  expect(rolesIn(answer)).toEqual([
    ['Bob', 'editor', 'team: editor'],
    ['Carla', 'viewer', 'team: viewer'],
    ['Alice', 'owner', 'ownership: owner, team: editor'],
  ]);
  expect(answer.json.people[0]).toMatchObject({ id: people.bob });
});

it('The people of a file in a project for invited people leave out the team, also where a link opens it', async () => {
  await openLink(files.inviteOnly, 'org_edit');
  expect(rolesIn(await list('alice', files.inviteOnly))).toEqual([
    ['Carla', 'editor', 'project: editor, link: editor'],
    ['Alice', 'owner', 'ownership: owner, link: editor'],
  ]);
});

it('The people of a file come in pages, and each page says whether the caller may invite', async () => {
  const first = await list('alice', files.open, '?page_size=2');
  expect(rolesIn(first).map(([name]: string[]) => name)).toEqual(['Bob', 'Carla']);
  const rest = await list('alice', files.open, `?page_size=2&cursor=${first.json.next_cursor}`);
  expect(rolesIn(rest).map(([name]: string[]) => name)).toEqual(['Alice']);
  expect([first.json.may_invite, rest.json.may_invite, rest.json.next_cursor]).toEqual([
    true,
    true,
    undefined,
  ]);
  expect((await list('bob', files.open)).json.may_invite).toBe(false);
});

it('The people of a file are for those who know the people there, and not for whom a link alone lets in', async () => {
  expect((await list('dan', files.open)).status).toBe(404);
  await openLink(files.open, 'edit');
  const answer = await list('dan', files.open);
  expect([answer.status, answer.json.message]).toEqual([
    403,
    'Who comes by the link alone does not learn whom else it is open to.',
  ]);
});

it('The people of a file that somebody outside was invited to are for them those of the project', async () => {
  await play('admin', `PUT /workspace/v1/projects/${projects.open}/members/${people.dan}`, {
    role: 'viewer',
  });
  const answer = await list('dan', files.open);
  expect(answer.status, answer.text).toBe(200);
  expect(rolesIn(answer)).toEqual([
    ['Dan', 'viewer', 'project: viewer'],
    ['Alice', 'owner', 'ownership: owner, team: editor'],
  ]);
});
