import { expect, it } from 'vitest';
import { castServer, organizations, team } from '../../testing/cast.ts';

const { play } = castServer();
const { acme, elsewhere } = organizations;

const inOrganization = (id: string, what: string) => `POST /workspace/v1/organizations/${id}/${what}`;

it('A team stays in its organization, whatever fields of other names say', async () => {
  const said = { name: 'Kern', organizationId: elsewhere, id: 'chosen', createdAt: 1 };
  const changed = await play('alice', `PATCH /workspace/v1/teams/${team}`, said);
  expect(changed.json).toMatchObject({ id: team, name: 'Kern', organization: acme });
  const { teams } = (await play('dan', 'GET /workspace/v1/teams')).json;
  expect(teams).not.toContainEqual(expect.objectContaining({ id: team }));
});

it('A change of a team that names none of its fields is refused', async () => {
  const { status } = await play('alice', `PATCH /workspace/v1/teams/${team}`, { organizationId: elsewhere });
  expect(status).toBe(400);
});

it('A team gets an id of the server, and is not archived', async () => {
  const said = { name: 'New', id: 'chosen', archivedAt: 1 };
  const { json } = await play('alice', 'POST /workspace/v1/teams', said);
  expect(json).toMatchObject({ name: 'New', organization: acme, archived_at: null });
  expect(json.id).not.toBe('chosen');
});

it('A person gets an id of the server, and what the operation does not name is not said of them', async () => {
  const said = {
    handle: 'Eve',
    email: 'eve@example.com',
    id: 'chosen',
    imgUrl: 'x',
    projectsAccess: 'approved',
  };
  const { json } = await play('alice', inOrganization(acme, 'users'), said);
  expect(json).toMatchObject({ handle: 'Eve', img_url: '', organization: acme });
  expect(json.id).not.toBe('chosen');
});

it('An invitation is of the organization that the path names', async () => {
  const said = { email: 'eve@example.com', organizationId: acme };
  expect((await play('alice', inOrganization(elsewhere, 'invitations'), said)).status).toBe(404);
});
