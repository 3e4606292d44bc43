import { expect, it } from 'vitest';
import { castServer, organizations, team } from '../../testing/cast.ts';

const { play } = castServer();
const { acme, elsewhere } = organizations;

const users = `/workspace/v1/organizations/${acme}/users`;
const invitations = `/workspace/v1/organizations/${acme}/invitations`;

it.each<[string, object, string]>([
  [`PATCH /workspace/v1/teams/${team}`, { name: 'Kern', organizationId: elsewhere }, 'organizationId'],
  [`PATCH /workspace/v1/teams/${team}`, { organizationId: elsewhere }, 'organizationId'],
  ['POST /workspace/v1/teams', { name: 'New', id: 'chosen' }, 'id'],
  ['POST /workspace/v1/teams', { name: 'New', archivedAt: 1 }, 'archivedAt'],
  [
    `POST ${users}`,
    { handle: 'Eve', email: 'eve@example.com', projectsAccess: 'approved' },
    'projectsAccess',
  ],
  [`POST ${invitations}`, { email: 'eve@example.com', organizationId: elsewhere }, 'organizationId'],
])(
  '%s with a field that it leaves to the server is refused, and changes nothing (%#)',
  async (line, said, field) => {
    const state = async () => [
      (await play('alice', 'GET /workspace/v1/teams')).json,
      (await play('alice', `GET ${users}`)).json,
      (await play('alice', `GET ${invitations}`)).json,
    ];
    const before = await state();
    const { status, json } = await play('alice', line, said);
    expect([status, json.err]).toEqual([400, expect.stringContaining(`Unknown field "${field}".`)]);
    expect(await state()).toEqual(before);
  },
);

it('An organization that the caller is not of is found by no field', async () => {
  const said = { email: 'eve@example.com', organizationId: acme };
  const there = `POST /workspace/v1/organizations/${elsewhere}/invitations`;
  expect((await play('alice', there, said)).status).toBe(400);
  expect((await play('alice', there, { email: 'eve@example.com' })).status).toBe(404);
});
