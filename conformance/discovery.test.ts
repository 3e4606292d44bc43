import { afterAll, beforeAll, expect, it } from 'vitest';
import { appToken } from './harness/activity.ts';
import { cast, fileOf, people } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { boundText, create, pageOf, value, variable, variablesOf } from './harness/variables-file.ts';
import { createWorld, type World } from './harness/world.ts';

const hourMs = 3_600_000;
const timeText = (time: number) => new Date(time).toISOString();

/** A document with one component that has that description. */
function libraryOf(description: string): object {
  const box = { absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 10 }, blendMode: 'PASS_THROUGH' };
  const button = { id: '1:1', name: 'Button', type: 'COMPONENT', ...box, children: [] };
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [button] };
  const component = {
    key: 'c'.repeat(40),
    name: 'Button',
    description,
    remote: false,
    documentationLinks: [],
  };
  return {
    document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
    components: { '1:1': component },
    componentSets: {},
    schemaVersion: 0,
    styles: {},
    name: 'Library',
  };
}

const text = (id: string, characters: string, more: object = {}) => ({
  id,
  name: 'Text',
  type: 'TEXT',
  characters,
  ...more,
});

/** A document of these nodes, with a component that links to its documentation. */
function documentOf(nodes: readonly object[], ...links: readonly string[]): object {
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: nodes };
  const documentationLinks = links.map((uri) => ({ uri }));
  const component = {
    key: 'd'.repeat(40),
    name: 'Button',
    description: '',
    remote: false,
    documentationLinks,
  };
  return {
    document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
    components: { '1:9': component },
    componentSets: {},
    schemaVersion: 0,
    styles: {},
    name: 'Texts',
  };
}

onOwnServers('Discovery of texts', ({ postgres }) => {
  let server: Server;
  let world: World;
  /** Start of the hour in which the texts are written. */
  let hour: number;
  const scopes = ['org:discovery_read'];

  beforeAll(async () => {
    server = await startServer({ postgres });
    const tokens = {
      alice: [appToken('alice-app', scopes), appToken('alice-logs')],
      bob: [appToken('bob-app', scopes)],
      dan: [appToken('dan-app', scopes)],
    };
    const files = [
      fileOf('main', exampleFile),
      fileOf('library', undefined),
      fileOf('texts', undefined),
      fileOf('bound', undefined),
    ];
    world = await createWorld(server, cast({ files, tokens }));
    const { now } = (await server.call('GET', '/test/v1/clock', { token: server.adminToken })).json;
    hour = Math.floor(Date.parse(now) / hourMs) * hourMs + hourMs;
    await clock({ set: timeText(hour + 60_000) });
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });

  const clock = async (body: object) => {
    const moved = await server.call('POST', '/test/v1/clock', { token: server.adminToken, body });
    expect(moved.status).toBe(200);
  };
  const ask = (query: Record<string, string>, token = 'alice-app') => {
    const headers = { authorization: `Bearer ${world.token(token)}` };
    return world.call('GET', `/v1/discovery?${new URLSearchParams(query)}`, { as: null, headers });
  };
  const fetchAddress = (address: string) => {
    const { pathname, search } = new URL(address);
    return server.call('GET', pathname + search);
  };

  /** Start of an hour in which nothing was written; a minute of it is over. */
  const nextHour = async (): Promise<number> => {
    const { now } = (await server.call('GET', '/test/v1/clock', { token: server.adminToken })).json;
    const from = Math.ceil(Date.parse(now) / hourMs) * hourMs;
    await clock({ set: timeText(from + 60_000) });
    return from;
  };
  const addressOf = async (from: number): Promise<string> => {
    const { urls } = (await ask({ start_date: timeText(from) })).json.meta;
    return (Object.values(urls).flat() as string[])[0] as string;
  };

  const publishWith = async (description: string) => {
    const path = `/workspace/v1/files/${world.id('library')}`;
    const as = 'alice-push';
    const put = await world.call('PUT', `${path}/content`, { as, body: libraryOf(description) });
    expect(put.status).toBe(200);
    expect((await world.call('POST', `${path}/publish`, { as })).status).toBe(200);
  };

  it('reports texts that were written, changed and deleted, hour by hour', async () => {
    const comments = `/v1/files/${world.id('main')}/comments`;
    const said = { message: 'Hello', client_meta: { node_id: '1:1', node_offset: { x: 0, y: 0 } } };
    const { id } = (await world.call('POST', comments, { body: said })).json;
    const reply = (
      await world.call('POST', comments, { as: 'bob', body: { message: 'Yes', comment_id: id } })
    ).json;
    const reactions = `${comments}/${id}/reactions`;
    for (const method of ['POST', 'POST']) await world.call(method, reactions, { body: { emoji: ':eyes:' } });
    await world.call('DELETE', `${reactions}?emoji=:eyes:`);
    await world.call('DELETE', `${comments}/${reply.id}`, { as: 'bob' });
    const link = { name: 'Story', url: 'https://example.com', file_key: world.id('main'), node_id: '1:2' };
    const made = await world.call('POST', '/v1/dev_resources', { body: { dev_resources: [link] } });
    const resource = made.json.links_created[0].id;
    const change = { dev_resources: [{ id: resource, name: 'Task' }] };
    await world.call('PUT', '/v1/dev_resources', { body: change });
    await world.call('DELETE', `/v1/files/${world.id('main')}/dev_resources/${resource}`);
    for (const description of ['Says how', 'Says more', '']) await publishWith(description);
    await clock({ set: timeText(hour + 4 * hourMs) });

    const answer = await ask({ start_date: timeText(hour + 1000), end_date: timeText(hour + 2 * hourMs) });
    expect(answer.status).toBe(200);
    const names = [hour, hour + hourMs].map((time) => timeText(time).slice(0, 13).replace(/[-T]/g, '/'));
    const { urls } = answer.json.meta;
    expect(answer.json).toEqual({ error: false, status: 200, meta: { urls }, i18n: null });
    expect(Object.keys(urls)).toEqual(names);
    expect((await fetchAddress(urls[names[1] as string][0])).json).toEqual([]);
    const events = (await fetchAddress(urls[names[0] as string][0])).json;
    expect(events[0]).toEqual({
      file_key: world.id('main'),
      file_name: 'File main',
      file_workspace_id: null,
      text: 'Hello',
      text_type: 'file_comments',
      action_type: 'insert',
      node_id: '1:1',
      timestamp: expect.any(Number),
      resource_id: id,
      parent_comment_id: null,
      user_id: world.id(people.alice),
      user_email: 'alice@example.com',
    });
    expect(Math.floor(events[0].timestamp / 3600)).toBe(hour / hourMs);
    const told = events.map((one: Record<string, string>) => [
      one.text_type,
      one.action_type,
      one.text,
      one.resource_id,
      one.parent_comment_id,
    ]);
    expect(told).toEqual([
      ['file_comments', 'insert', 'Hello', id, null],
      ['file_comments', 'insert', 'Yes', reply.id, id],
      ['file_comment_reactions', 'insert', ':eyes:', null, id],
      ['file_comment_reactions', 'delete', ':eyes:', null, id],
      ['file_comments', 'delete', 'Yes', reply.id, id],
      ['developer_related_links', 'insert', 'Story https://example.com', resource, null],
      ['developer_related_links', 'update', 'Task https://example.com', resource, null],
      ['developer_related_links', 'delete', 'Task https://example.com', resource, null],
      ['component_documentation_description', 'insert', 'Says how', null, null],
      ['component_documentation_description', 'update', 'Says more', null, null],
      ['component_documentation_description', 'delete', 'Says more', null, null],
    ]);
    const { urls: ofDan } = (await ask({ start_date: timeText(hour) }, 'dan-app')).json.meta;
    expect((await fetchAddress(ofDan[names[0] as string][0])).json).toEqual([]);
  });

  it('gives addresses that are signed and expire', async () => {
    const query = { start_date: timeText(hour), file_ttl_in_seconds: '60' };
    const [address] = Object.values((await ask(query)).json.meta.urls).flat() as string[];
    const signed = address as string;
    expect((await fetchAddress(signed)).status).toBe(200);
    const other = signed.replace(world.id('900'), world.id('901'));
    expectError(await fetchAddress(other), 403, /signed/);
    expectError(
      await fetchAddress(signed.replace(`/${hour / 1000}`, `/${hour / 1000 + 3600}`)),
      403,
      /signed/,
    );
    await clock({ advance: '61s' });
    expectError(await fetchAddress(signed), 410, /expired/);
  });

  it('leaves out hours that are not over', async () => {
    const { now } = (await server.call('GET', '/test/v1/clock', { token: server.adminToken })).json;
    const start = Date.parse(now) - 2 * hourMs;
    const far = await ask({ start_date: timeText(start), end_date: timeText(start + 24 * hourMs) });
    expect(Object.keys(far.json.meta.urls)).toHaveLength(2);
  });

  it('is refused for impossible times', async () => {
    const start_date = timeText(hour);
    for (const [query, words] of [
      [{}, /start_date/],
      [{ start_date: 'yesterday' }, /start_date/],
      [{ start_date: '2026-02-30T00:00:00' }, /start_date/],
      [{ start_date: timeText(hour + 4 * hourMs) }, /start_date/],
      [{ start_date, end_date: start_date }, /end_date/],
      [{ start_date, end_date: timeText(hour + 25 * hourMs) }, /24 hours/],
      [{ start_date, file_ttl_in_seconds: '59' }, /file_ttl/],
      [{ start_date, file_ttl_in_seconds: '86401' }, /file_ttl/],
    ] as const) {
      expectError(await ask(query), 400, words);
    }
  });

  it('is readable by administrators with an OAuth 2 token that has the scope', async () => {
    const query = { start_date: timeText(hour) };
    expectError(await ask(query, 'bob-app'), 403, /administrator/);
    expectError(await ask(query, 'alice-logs'), 403, /org:discovery_read/);
    expectError(
      await world.get(`/v1/discovery?start_date=${query.start_date}`),
      401,
      /takes only an OAuth token\./,
    );
    expectError(await world.get(`/v1/discovery?start_date=${query.start_date}`, null), 401);
  });

  it('[VER-13] is one of the endpoints known by name only, which all answer in JSON', async () => {
    const file = `/v1/files/${world.id('main')}`;
    const library = `/v1/analytics/libraries/${world.id('main')}/component`;
    const paths = [
      `${file}/versions`,
      `${file}/dev_resources`,
      `/v1/teams/${world.id('100')}/components`,
      `${library}/actions?group_by=team`,
      `${library}/usages?group_by=file`,
    ];
    const answers = await Promise.all(paths.map((path) => world.get(path)));
    answers.push(await ask({ start_date: timeText(hour) }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { json } of answers) expect(json).toBeTypeOf('object');
  });

  it('reports which texts of layers the versions of files and branches changed', async () => {
    const push = async (key: string, content: object, as: string) => {
      const path = `/workspace/v1/files/${key}/content`;
      expect((await world.call('PUT', path, { as: `${as}-push`, body: content })).status).toBe(200);
    };
    const key = world.id('texts');
    const start = Date.parse(
      (await server.call('GET', '/test/v1/clock', { token: server.adminToken })).json.now,
    );
    const from = Math.ceil(start / hourMs) * hourMs;
    await clock({ set: timeText(from + 60_000) });
    const annotations = [{ label: 'Align to the grid', properties: [] }];
    const kept = text('1:1', 'Kept', { annotations });
    await push(
      key,
      documentOf([kept, text('1:2', 'Old'), text('1:3', 'Gone')], 'https://a.example'),
      'alice',
    );
    await push(
      key,
      documentOf([kept, text('1:2', 'Old'), text('1:3', 'Gone')], 'https://a.example'),
      'alice',
    );
    const after = [text('1:1', 'Kept'), text('1:2', 'New 設計'), text('1:4', 'Added')];
    await push(key, documentOf(after, 'https://b.example'), 'bob');
    const branched = await world.call('POST', `/workspace/v1/files/${key}/branches`, {
      as: 'alice-push',
      body: { name: 'Try' },
    });
    expect(branched.status).toBe(200);
    await push(branched.json.key, documentOf([...after, text('1:5', 'Tried')], 'https://b.example'), 'bob');
    await clock({ set: timeText(from + 2 * hourMs) });
    const address = await addressOf(from);
    const [answer] = await Promise.all([fetchAddress(address), fetchAddress(address)]);
    expect(answer.status).toBe(200);
    expect(answer.json[0]).toEqual({
      file_key: key,
      file_name: 'File texts',
      file_workspace_id: null,
      node_id: '1:1',
      text: 'Kept',
      text_type: 'in_file',
      action_type: 'insert',
      timestamp: expect.any(Number),
      resource_id: null,
      parent_comment_id: null,
      user_id: world.id(people.alice),
      user_email: 'alice@example.com',
    });
    expect(Math.floor(answer.json[0].timestamp / 3600)).toBe(from / hourMs);
    const told = answer.json.map((one: Record<string, string>) => [
      one.file_key === key ? 'main' : 'branch',
      one.user_email?.split('@')[0],
      one.action_type,
      one.text_type,
      one.node_id,
      one.text,
    ]);
    expect(told).toEqual([
      ['main', 'alice', 'insert', 'in_file', '1:1', 'Kept'],
      ['main', 'alice', 'insert', 'dev_mode_annotation', '1:1', 'Align to the grid'],
      ['main', 'alice', 'insert', 'in_file', '1:2', 'Old'],
      ['main', 'alice', 'insert', 'in_file', '1:3', 'Gone'],
      ['main', 'alice', 'insert', 'component_documentation_link', '1:9', 'https://a.example'],
      ['main', 'bob', 'delete', 'dev_mode_annotation', '1:1', 'Align to the grid'],
      ['main', 'bob', 'update', 'in_file', '1:2', 'New 設計'],
      ['main', 'bob', 'insert', 'in_file', '1:4', 'Added'],
      ['main', 'bob', 'delete', 'in_file', '1:3', 'Gone'],
      ['main', 'bob', 'update', 'component_documentation_link', '1:9', 'https://b.example'],
      ['branch', 'bob', 'insert', 'in_file', '1:5', 'Tried'],
    ]);
  });

  it('reports texts that a change of variables changed, with the person who made it', async () => {
    const bound = variablesOf(world, 'bound');
    const ids = await bound.change({
      variableCollections: [create('theme', { initialModeId: 'light' })],
      variables: [variable('title', 'STRING')],
      variableModeValues: [value('title', 'light', 'Hello')],
    });
    await bound.push(pageOf(boundText(ids.title, 'Inter'), text('1:3', 'Stays')));
    const from = await nextHour();
    await bound.change({ variableModeValues: [value(ids.title, ids.light, 'Good evening')] }, 'bob');
    await clock({ set: timeText(from + 2 * hourMs) });
    expect((await fetchAddress(await addressOf(from))).json).toMatchObject([
      {
        file_key: bound.key,
        node_id: '1:2',
        text: 'Good evening',
        text_type: 'in_file',
        action_type: 'update',
        user_email: 'bob@example.com',
      },
    ]);
  });
});
