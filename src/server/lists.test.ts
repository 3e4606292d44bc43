import { beforeAll, describe, expect, it } from 'vitest';
import { caps, refuseAssetsBeyond, refuseBeyond } from '../access/caps.ts';
import {
  devResourceIdOf,
  exactNodeId,
  fileKeyOf,
  idOfNothing,
  siteIdOf,
  tokenIdOf,
} from '../contract/branded-ids.ts';
import { type OperationId, operationContract, operationIds } from '../contract/contract.ts';
import openapi from '../contract/generated/openapi.json' with { type: 'json' };
import { inStatements } from '../database/statement-batches.ts';
import { castWorkspace, files, organizations, type Play, people, smallDesign } from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';
import type { TestServer } from '../testing/test-server.ts';

const acme = `/workspace/v1/organizations/${organizations.acme}`;

/** Every list that grows: where it is, the name of its rows, and who may ask for it if Alice may not. */
const lists: Partial<Record<OperationId, [path: string, rows: string, who?: 'admin']>> = {
  listFiles: ['/workspace/v1/files?project=200', 'files'],
  listRecentFiles: ['/workspace/v1/recent-files?', 'files'],
  listFilePeople: [`/workspace/v1/files/${files.open}/people?`, 'people'],
  listSites: ['/workspace/v1/sites?', 'sites'],
  listFonts: ['/workspace/v1/fonts?', 'fonts'],
  listTokens: ['/workspace/v1/me/tokens?', 'tokens'],
  listPlanTokens: [`${acme}/tokens?`, 'tokens'],
  listTeams: ['/workspace/v1/teams?', 'teams'],
  listProjects: ['/workspace/v1/projects?', 'projects'],
  listOrganizations: ['/workspace/v1/organizations?', 'organizations', 'admin'],
  listUsers: [`${acme}/users?`, 'users'],
  listInvitations: [`${acme}/invitations?`, 'invitations'],
  listApps: ['/workspace/v1/apps?', 'apps'],
  listUpstreams: ['/workspace/v1/upstreams?', 'upstreams'],
  listMirrors: ['/workspace/v1/mirrors?', 'mirrors'],
  listAllowedApps: ['/workspace/v1/me/apps?', 'apps'],
};

/** Lists that are short by what they hold, and why. */
const short: Partial<Record<OperationId, string>> = {
  listDeliveries: 'a hundred at a time, by `before`',
  listRenders: 'the newest hundred',
  listRateLimits: 'a row for each seat',
  listViewerChildren: 'a thousand of one node, by a cursor of its own',
  listViewerClicks: 'the first thousand of one frame',
  listIdentities: 'accounts of one person',
};

/** Operations of ours that answer a list. */
const listing = operationIds.filter((id) => id.startsWith('list'));

it('Every list of our own comes in pages, or is short', () => {
  expect([...Object.keys(lists), ...Object.keys(short)].sort()).toEqual([...listing].sort());
  for (const id of Object.keys(lists) as OperationId[]) {
    const names = operationContract(id).parameters.map(({ name }) => name);
    expect([id, names]).toEqual([id, expect.arrayContaining(['cursor', 'page_size'])]);
    const text = JSON.stringify((openapi.paths as Record<string, object>)[operationContract(id).path]);
    expect([id, text.includes('next_cursor')]).toEqual([id, true]);
  }
});

onServersOfBothEngines('Lists', castWorkspace(), ({ play, server }) => {
  beforeAll(async () => {
    for (const index of [1, 2, 3]) await growAll(server(), play, index);
  });

  describe.each(Object.entries(lists))('of %s', (_id, [path, rows, whoElse]) => {
    const who = whoElse ?? 'alice';
    it('hold every row once in pages, in the order of the whole', async () => {
      const whole = (await play(who, `GET ${path}`)).json;
      expect(whole.next_cursor).toBeUndefined();
      const found: unknown[] = [];
      let cursor = '';
      do {
        const page = (await play(who, `GET ${path}&page_size=1${cursor && `&cursor=${cursor}`}`)).json;
        expect(page[rows].length > 1 && page.next_cursor !== undefined).toBe(false);
        found.push(...page[rows]);
        cursor = page.next_cursor ?? '';
      } while (cursor !== '');
      expect(found).toEqual(whole[rows]);
    });

    it.each([
      'x',
      ...[['a'], [1, 2], ['a', 'b', 'c'], [{}, 'a'], [1.5, 'a'], [1, '\0'], [null, 'a']].map((value) =>
        Buffer.from(JSON.stringify(value)).toString('base64url'),
      ),
    ])('refuse the cursor %s, which no list gave', async (cursor) => {
      const answer = await play(who, `GET ${path}&cursor=${cursor}`);
      expect([answer.status, answer.json.err]).toEqual([400, 'The "cursor" is none that this list gave.']);
    });

    it('refuse a cursor of a list that is ordered by something else', async () => {
      const by = path.includes('/sites') ? 1 : 'text';
      const cursor = Buffer.from(JSON.stringify([by, 'id'])).toString('base64url');
      expect((await play(who, `GET ${path}&cursor=${cursor}`)).status).toBe(400);
    });
  });

  it.each(['0', '1001', '-1', 'x'])('take no page_size of %s', async (size) => {
    expect((await play('alice', `GET /workspace/v1/teams?page_size=${size}`)).status).toBe(400);
  });

  it.each(Object.keys(caps) as (keyof typeof caps)[])('take one more of nobody’s: %s', async (cap) => {
    await expect(refuseBeyond(server().context.database, cap, idOfNothing)).resolves.toHaveProperty(cap);
  });

  it('are full with a thousand tokens of a person, and with a hundred sites of a file', async () => {
    const { database } = server().context;
    const token = { kind: 'personal', user_id: people.bob, name: 'T', scopes: '[]', created_at: 1 } as const;
    const times = { expires_at: 2, last_used_at: null };
    const tokens = Array.from({ length: 1000 }, (_, index) => ({
      ...token,
      ...times,
      id: tokenIdOf(`b${index}`),
      hash: `b${index}`,
    }));
    await database.insertInto('tokens').values(tokens).execute();
    const sites = Array.from({ length: 100 }, (_, index) => ({
      id: siteIdOf(`v${index}`),
      name: 'S',
      url_path: `/site/v${index}`,
      file_key: files.viewOnly,
      public: 1 as const,
    }));
    await database.insertInto('sites').values(sites).execute();
    const refused = [
      await play('bob', 'POST /workspace/v1/me/tokens', { name: 'T', scopes: ['current_user:read'] }),
      await play('alice', 'POST /workspace/v1/sites', {
        name: 'S',
        file: files.viewOnly,
      }),
    ];
    expect(refused.map(({ status, json }) => [status, json.err])).toEqual([
      [400, 'Your tokens are 1,000 already, and there may be no more; delete some first.'],
      [400, 'The sites of the file are 100 already, and there may be no more; delete some first.'],
    ]);
  });

  it('are full with two hundred libraries that a file uses, of which each may be named again', async () => {
    const { database } = server().context;
    const [model] = await database.selectFrom('files').selectAll().where('key', '=', files.open).execute();
    const keys = Array.from({ length: 201 }, (_, index) => fileKeyOf(`library${index}`));
    const rows = keys.map((key) => ({ ...model!, key, current_version: null }));
    for (const some of inStatements(rows)) await database.insertInto('files').values(some).execute();
    const published = { user_id: people.alice, description: null, published_at: 1 };
    await database
      .insertInto('library_publishes')
      .values(keys.map((key) => ({ ...published, id: key, file_key: key })))
      .execute();
    await database
      .insertInto('library_subscriptions')
      .values(keys.slice(1).map((key) => ({ file_key: files.open, library_key: key, created_at: 1 })))
      .execute();
    const use = (key: string) => play('alice', `PUT /workspace/v1/files/${files.open}/subscriptions/${key}`);
    expect((await use('library0')).json.err).toBe(
      'The libraries that the file uses are 200 already, and there may be no more; delete some first.',
    );
    expect((await use('library1')).status).toBe(200);
  });

  it('are full with a hundred thousand assets that a library offers', () => {
    expect(refuseAssetsBeyond(100_000)).toBeUndefined();
    expect(() => refuseAssetsBeyond(100_001)).toThrow(
      'The file has 100,001 components, component sets and styles, and a library may offer 100,000; split it into several files.',
    );
  });

  it('are full with ten thousand dev resources of a file, in the middle of what is posted', async () => {
    const { database } = server().context;
    const rows = Array.from({ length: 9999 }, (_, index) => ({
      id: devResourceIdOf(`d${index}`),
      file_key: files.viewOnly,
      node_id: exactNodeId(`9:${index}`),
      name: 'N',
      url: 'https://a.example/',
      created_at: 1,
      ordinal: `d${index}`,
    }));
    for (const some of inStatements(rows)) await database.insertInto('dev_resources').values(some).execute();
    const dev_resources = ['one', 'two'].map((name) => ({
      file_key: files.viewOnly,
      node_id: '1:2',
      name,
      url: `https://a.example/${name}`,
    }));
    const { json } = await play('alice', 'POST /v1/dev_resources', { dev_resources });
    expect(json.links_created).toMatchObject([{ name: 'one' }]);
    expect(json.errors.map(({ error }: { error: string }) => error)).toEqual([
      'The dev resources of the file are 10,000 already, and there may be no more; delete some first.',
    ]);
  });

  it('are full with a million versions of a file, whatever the next one is', async () => {
    const { database } = server().context;
    const file = `/workspace/v1/files/${files.inviteOnly}`;
    const name = () => play('alice', `POST ${file}/versions`, { label: 'Named' });
    await database
      .updateTable('versions')
      .set({ ordinal: 999_999 })
      .where('file_key', '=', files.inviteOnly)
      .execute();
    expect([(await name()).status, (await name()).status]).toEqual([200, 200]);
    const refused = [
      await name(),
      await play('alice', `PUT ${file}/content`, smallDesign('More')),
      await play('alice', `PUT ${file}/nodes/1:2/dev-status`, { status: 'READY_FOR_DEV' }),
    ];
    const words =
      'The versions of the file are 1,000,000 already, and there may be no more; go on in another file.';
    expect(refused.map(({ status, json }) => [status, json.err])).toEqual(refused.map(() => [400, words]));
  });
});

/** One more row of every list. */
async function growAll(server: TestServer, play: Play, index: number): Promise<void> {
  const ok = async (who: 'alice' | 'admin', line: string, body: unknown) => {
    const answer = await play(who, line, body);
    expect([line, answer.status, answer.text.slice(0, 200)]).toEqual([line, 200, expect.anything()]);
    return answer.json;
  };
  const own = '/workspace/v1';
  await ok('alice', `POST ${own}/files`, { name: `F${index}`, project: '200' });
  await ok('alice', `POST ${own}/sites`, { name: 'S', file: files.open });
  await ok('alice', `POST ${own}/me/tokens`, { name: 'T', scopes: ['current_user:read'] });
  await ok('alice', `POST ${acme}/tokens`, { name: 'P', scopes: ['org:developer_log_read'] });
  const { id: team } = await ok('alice', `POST ${own}/teams`, { name: 'Team' });
  await ok('alice', `POST ${own}/projects`, { name: 'P', team });
  await ok('alice', `POST ${acme}/users`, { email: `u${index}@example.com`, handle: `U${index}` });
  await ok('alice', `POST ${acme}/invitations`, { email: `i${index}@example.com` });
  const { client_id } = await ok('alice', `POST ${own}/apps`, {
    name: 'A',
    organization: organizations.acme,
  });
  const grant = { app_id: client_id, user_id: people.alice, scopes: '[]', created_at: 1 };
  const hashes = { refresh_hash: client_id, code_hash: client_id };
  await server.context.database
    .insertInto('app_grants')
    .values({ ...grant, ...hashes })
    .execute();
}
