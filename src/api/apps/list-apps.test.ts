import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appIdOf } from '../../contract/branded-ids.ts';
import { castServer, onePixelPng, organizations, people } from '../../testing/cast.ts';

const { play, server } = castServer();
const path = '/workspace/v1/apps';
const logo = `data:image/png;base64,${onePixelPng.toString('base64')}`;

/** Apps of Bob's as they stand in the database, many at once. */
async function insertApps(count: number): Promise<void> {
  const { database } = server().context;
  const configuration = JSON.stringify({
    name: 'Many',
    logo: 'ab'.repeat(32),
    description: 'x'.repeat(2000),
  });
  for (let first = 0; first < count; first += 100) {
    const rows = Array.from({ length: Math.min(100, count - first) }, (_, index) => ({
      client_id: appIdOf(`many${String(first + index).padStart(5, '0')}`),
      secret_hash: '',
      organization_id: organizations.acme,
      team_id: null,
      creator_id: people.bob,
      ...({ state: 'draft', configuration, approved: null, revision: 1, review: 'none' } as const),
      ...({ review_words: null, submitted_at: null, projects_access: 'none', created_at: 5 } as const),
    }));
    await database.insertInto('apps').values(rows).execute();
  }
}

const make = async (more: object = {}) =>
  play('bob', `POST ${path}`, { name: 'Mine', organization: organizations.acme, ...more });

describe('A list of apps', () => {
  it('names the address of a logo and holds no picture', async () => {
    const { client_id } = (await make({ logo })).json;
    const listed = await play('bob', `GET ${path}`);
    expect(listed.text).not.toContain('base64');
    expect(listed.json.apps[0]).not.toHaveProperty('logo');
    const address = new URL(listed.json.apps[0].logo_url);
    const picture = await server().call(address.pathname, { token: null });
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.bytes).toEqual(onePixelPng);
    expect((await play('bob', `GET ${path}/${client_id}`)).json.logo).toBe(logo);
  });

  it('keeps no logo that no configuration uses', async () => {
    const { client_id } = (await make({ logo })).json;
    await play('bob', `PUT ${path}/${client_id}`, { logo: null });
    expect(await server().context.database.selectFrom('app_logos').selectAll().execute()).toEqual([]);
    const id = createHash('sha256').update(logo).digest('hex');
    expect((await server().call(`/app-logos/${client_id}/${id}`, { token: null })).status).toBe(404);
  });

  it('comes in pages with every app once, however many and large they are', async () => {
    await insertApps(1600);
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await play('admin', `GET ${path}?page_size=300${cursor && `&cursor=${cursor}`}`);
      expect(page.bytes.length).toBeLessThan(2_000_000);
      found.push(...page.json.apps.map(({ client_id }: { client_id: string }) => client_id));
      cursor = page.json.next_cursor ?? '';
    } while (cursor !== '');
    expect([found.length, new Set(found).size]).toEqual([1600, 1600]);
  });

  it.each(['x', 'W10', 'WzEsMl0', Buffer.from('["a\\u0000","b"]').toString('base64url')])(
    'refuses the cursor %s, which no list gave',
    async (cursor) => {
      const answer = await play('bob', `GET ${path}?cursor=${cursor}`);
      expect([answer.status, answer.json.err]).toEqual([400, 'The "cursor" is none that this list gave.']);
    },
  );
});

describe('Apps', () => {
  it('of one person are limited to 100, and of an organization to 1,000', async () => {
    await insertApps(100);
    const refused = await make();
    expect([refused.status, refused.json.err]).toEqual([
      400,
      'The apps that you made are 100 already, and there may be no more; delete some first.',
    ]);
    expect(
      (await play('alice', `POST ${path}`, { name: 'A', organization: organizations.acme })).status,
    ).toBe(200);
  });
});
