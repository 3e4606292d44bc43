import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../events/developer-log-pages-store.ts';
import { castServer, files, organizations, people } from '../../testing/cast.ts';

describe('One’s own calls', () => {
  const { play, server } = castServer();
  const requests = async (who: 'alice' | 'bob' | 'admin', query = '') =>
    (await play(who, `GET /workspace/v1/me/requests${query}`)).json;

  it('are listed newest first, in pages, and nobody else’s with them', async () => {
    await play('alice', `GET /v1/files/${files.open}`);
    for (const path of ['/v1/me', `/v1/files/${files.open}/comments`]) await play('bob', `GET ${path}`);
    const all = await requests('bob');
    expect(all.items.map((item: { action: { event_name: string } }) => item.action.event_name)).toEqual([
      '/v1/files/{file_key}/comments',
      '/v1/me',
    ]);
    expect(all.items[0]).toMatchObject({
      actor: { user_id: people.bob },
      resource: { id_or_key: files.open },
    });
    const first = await requests('bob', '?limit=1');
    expect([first.items.length, first.has_more]).toEqual([1, true]);
    const second = await requests('bob', `?limit=1&cursor=${first.cursor}`);
    expect([second.items, second.has_more]).toEqual([[all.items[1]], false]);
  });

  it('of somebody without an organization are in no log', async () => {
    expect(await requests('admin')).toEqual({ items: [], cursor: null, has_more: false });
  });

  it('are read without those of others in between, however many these are', async () => {
    const lists = {
      tokenHashes: undefined,
      tokenNames: undefined,
      userEmails: undefined,
      ipAddresses: undefined,
    };
    const before = { at: 2, ordinal: 'b' };
    const asked = { ...lists, tokenKind: undefined, userId: people.bob, from: 0, before, limit: 26 };
    const calls = callsOf(server().context.database, { ...asked, organizationId: organizations.acme });
    const plan = await calls.explain(undefined, sql`query plan`);
    expect(plan).toMatchObject([
      { detail: expect.stringContaining('(user_id=? AND at>? AND (at,ordinal)<(?,?))') },
    ]);
  });

  it('are listed by no cursor of our making alone', async () => {
    expect((await play('bob', 'GET /workspace/v1/me/requests?cursor=nonsense')).status).toBe(400);
  });
});

describe('One’s own limits', () => {
  const limited = castServer({ rateLimits: 'original' });
  const free = castServer();

  it('say how many calls count now, of those that one’s own tokens may make', async () => {
    const limits = async () => (await limited.play('bob', 'GET /workspace/v1/me/limits')).json;
    const before = await limits();
    expect(before).toMatchObject({ plan: 'enterprise', seat: 'full' });
    expect(before.limits).toEqual([
      { tier: 'tier1', limit: { most: 20, period: 'minute' }, used: 0 },
      { tier: 'tier2', limit: { most: 100, period: 'minute' }, used: 0 },
      { tier: 'tier3', limit: { most: 150, period: 'minute' }, used: 0 },
    ]);
    for (let call = 0; call < 3; call += 1) await limited.play('bob', `GET /v1/files/${files.open}`);
    await limited.play('alice', `GET /v1/files/${files.open}`);
    expect((await limits()).limits.map(({ used }: { used: number }) => used)).toEqual([3, 0, 0]);
  });

  it('are none where the server has none', async () => {
    const { limits } = (await free.play('bob', 'GET /workspace/v1/me/limits')).json;
    expect(limits).toContainEqual({ tier: 'tier1', limit: null, used: null });
  });
});
