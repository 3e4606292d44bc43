import { describe, expect, it } from 'vitest';
import { castServer, files, type Play, people, tokens } from '../../testing/cast.ts';

const { play, server } = castServer();

const mine = '/workspace/v1/me/tokens';
const meta = `GET /v1/files/${files.open}/meta`;
const daySeconds = 24 * 3600;

async function make(body: Record<string, unknown>, who: Parameters<Play>[0] = 'bob') {
  const answer = await play(who, `POST ${mine}`, { name: 'new', scopes: ['file_metadata:read'], ...body });
  expect(answer.status).toBe(200);
  return answer.json as {
    id: string;
    token: string;
    scopes: string[];
    created_at: string;
    expires_at: string;
  };
}

const lifeSeconds = (token: { created_at: string; expires_at: string }): number =>
  (Date.parse(token.expires_at) - Date.parse(token.created_at)) / 1000;

describe('a personal token', () => {
  it('is stored as a hash only', async () => {
    const { token } = await make({});
    const rows = await server().context.database.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('lives for 90 days, for a day where it is for exploration, and for less on request', async () => {
    expect(lifeSeconds(await make({}))).toBe(90 * daySeconds);
    expect(lifeSeconds(await make({ exploration: true, expires_in: 7 * daySeconds }))).toBe(daySeconds);
    expect(lifeSeconds(await make({ exploration: true, expires_in: 60 }))).toBe(60);
  });

  it('acts as the person who made it', async () => {
    const made = await make({ scopes: ['current_user:read'] });
    expect((await play(made, 'GET /v1/me')).json.id).toBe(people.bob);
  });

  it('of somebody else is not found when it is revoked', async () => {
    const made = await make({});
    expect((await play('carla', `DELETE ${mine}/${made.id}`)).status).toBe(404);
    expect((await play('alice', `DELETE ${mine}/${made.id}`)).status).toBe(404);
    expect((await play(made, meta)).status).toBe(200);
  });

  it('with all scopes has those of the interface and none of our own operations', async () => {
    const { scopes } = await make({ scopes: 'all' });
    expect(scopes).toContain('webhooks:write');
    expect(scopes.filter((scope) => /^(workspace|test):/.test(scope))).toEqual([]);
  });
});

describe('scopes of our own operations', () => {
  const wish = (scope: string) => ({ name: 'n', scopes: ['file_content:read', scope] });

  it('are granted only by a token that has them', async () => {
    expect((await play('bob', `POST ${mine}`, wish('workspace:read'))).status).toBe(200);
    const refused = await play('bob', `POST ${mine}`, wish('test:control'));
    expect(refused.status).toBe(403);
    expect(refused.json.err).toContain('test:control');
    const writer = await make({ scopes: ['workspace:write'] });
    expect((await play(writer, `POST ${mine}`, wish('workspace:read'))).status).toBe(403);
  });

  it('are granted by the administrator of the installation only', async () => {
    expect((await play('admin', `POST ${mine}`, wish('test:control'))).status).toBe(200);
  });
});

describe('a request for a token is refused', () => {
  it.each([
    ['without scopes', { name: 'n' }],
    ['with an empty list of scopes', { name: 'n', scopes: [] }],
    ['with an unknown scope', { name: 'n', scopes: ['files:destroy'] }],
    ['without a name', { scopes: ['file_metadata:read'] }],
  ])('%s', async (_title, body) => {
    expect((await play('bob', `POST ${mine}`, body)).status).toBe(400);
    expect((await play('bob', `GET ${mine}`)).json.tokens).toHaveLength(1);
  });

  it('from a token that may only read', async () => {
    const reader = await make({ scopes: ['workspace:read'] });
    expect((await play(reader, `GET ${mine}`)).status).toBe(200);
    expect((await play(reader, `POST ${mine}`, { name: 'n', scopes: ['workspace:read'] })).status).toBe(403);
  });

  it('is no matter for lists, which show only the caller’s own tokens, newest first', async () => {
    const first = await make({ name: 'first' });
    await play('admin', 'POST /test/v1/clock', { advance: '1s' });
    const second = await make({ name: 'second' });
    const ids = (await play('bob', `GET ${mine}`)).json.tokens.map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 2)).toEqual([second.id, first.id]);
    expect((await play('carla', `GET ${mine}`)).json.tokens).toHaveLength(1);
    expect((await play({ token: tokens.dan }, `GET ${mine}`)).text).not.toContain(first.id);
  });
});
