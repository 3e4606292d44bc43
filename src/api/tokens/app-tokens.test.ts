import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceFile } from '../../contract/contract.ts';
import { castServer, organizations, people, team } from '../../testing/cast.ts';

const { play, server } = castServer();

const app = (client_id: string, place: object) => ({
  client_id,
  name: client_id,
  redirect_urls: ['https://app.example/back'],
  creator: people.alice,
  scopes: ['current_user:read'],
  state: 'private',
  visibility: 'private',
  ...place,
});
const token = (name: string) => ({
  name,
  token: `carla-${name}`,
  kind: 'oauth',
  app: name,
  scopes: ['current_user:read'],
});
const carla = { id: people.carla, handle: 'Carla', email: 'carla@example.com' };
const withApps = {
  apps: [app('ofAcme', { organization: organizations.acme }), app('ofTeam', { team })],
  users: [{ ...carla, tokens: [token('ofAcme'), token('ofTeam')] }],
} as WorkspaceFile;

const apply = async (workspace: WorkspaceFile) =>
  expect((await play('admin', 'POST /workspace/v1/apply', workspace)).status).toBe(200);

const use = async (name: string) => {
  const headers = { authorization: `Bearer carla-${name}` };
  const { status, json } = await server().call('/v1/me', { token: null, headers });
  return { status, err: json.err };
};

beforeEach(() => apply(withApps));

describe('the token of a private app', () => {
  const refused = { status: 403, err: 'Invalid token: the app is no longer open to who allowed it.' };

  it.each([
    ['ofAcme', { users: [{ ...carla, organization: organizations.elsewhere }] }],
    ['ofTeam', undefined],
  ] as const)('of a team or organization is refused once its person has left it: %s', async (name, moved) => {
    expect((await use(name)).status).toBe(200);
    const { database } = server().context;
    if (moved !== undefined) await apply(moved as unknown as WorkspaceFile);
    else await database.deleteFrom('team_members').where('user_id', '=', people.carla).execute();
    expect(await use(name)).toEqual(refused);
  });
});
