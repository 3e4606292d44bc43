import { describe, expect, it } from 'vitest';
import {
  type Actor,
  castServer,
  files,
  people,
  projects,
  smallDesign,
  team,
  tokens,
} from '../../testing/cast.ts';
import { receiverOfGroup } from '../../testing/receiver-of-group.ts';

const { play, server } = castServer();
const receiver = receiverOfGroup();

const webhook = (more: object = {}) => ({
  event_type: 'FILE_UPDATE',
  context: 'file',
  context_id: files.open,
  endpoint: `${receiver().url}/hook`,
  passcode: 'secret',
  status: 'PAUSED',
  ...more,
});
const make = (who: Actor, more?: object) => play(who, 'POST /v2/webhooks', webhook(more));
const at = (id: string) => `/v2/webhooks/${id}`;

describe('Making a webhook', () => {
  const inTeam = { context: 'team', context_id: team };
  const inProject = (context_id: string) => ({ context: 'project', context_id });
  const rows: [who: Actor, more: object, status: number][] = [
    ['alice', inTeam, 200],
    ['bob', inTeam, 403],
    ['carla', inTeam, 403],
    ['dan', inTeam, 403],
    ['bob', inProject(projects.open), 200],
    ['carla', inProject(projects.open), 403],
    ['bob', inProject(projects.viewOnly), 403],
    ['bob', inProject(projects.inviteOnly), 403],
    ['dan', inProject(projects.open), 403],
    ['bob', {}, 200],
    ['carla', {}, 403],
    ['dan', {}, 403],
    ['admin', {}, 200],
    ['alice', { context_id: 'nothing' }, 403],
  ];

  it.each(rows)('as %s with %j: %i', async (who, more, status) => {
    expect((await make(who, more)).status).toBe(status);
  });

  it('on a file is for its owner also where they may only view its project', async () => {
    const owned = { key: 'ofBob', name: 'Of Bob', project: projects.viewOnly, owner: people.bob };
    await play('admin', 'POST /workspace/v1/apply', { files: [owned] });
    expect((await make('bob', { context_id: owned.key })).status).toBe(200);
    expect((await make('bob', { context_id: files.viewOnly })).status).toBe(403);
  });

  it('counts for the plan that a test gave to the token', async () => {
    const ofFile = (place: number) => ({
      key: `file${place}`,
      name: 'A',
      project: projects.open,
      owner: people.bob,
    });
    const keys = Array.from({ length: 50 }, (_, place) => ofFile(place));
    const webhooks = keys.flatMap(({ key }, place) =>
      [0, 1, 2].map((nth) => ({ ...webhook({ context_id: key }), id: `${10 * place + nth + 1}` })),
    );
    await play('admin', 'POST /workspace/v1/apply', { files: keys, webhooks });
    await play('admin', `PUT /test/v1/tokens/${tokens.bob}/identity`, { plan: 'starter' });
    const { status, json } = await make('bob');
    expect([status, json.message]).toEqual([400, expect.stringContaining('150 webhooks already')]);
    expect((await make('alice')).status).toBe(200);
  });

  it('answers every member that strict clients require', async () => {
    const { json } = await make('alice', { ...inTeam, description: 'Mine' });
    expect(json).toEqual({
      id: expect.stringMatching(/^\d+$/),
      event_type: 'FILE_UPDATE',
      team_id: team,
      context: 'team',
      context_id: team,
      plan_api_id: 'organization-900',
      status: 'PAUSED',
      client_id: null,
      passcode: 'secret',
      endpoint: `${receiver().url}/hook`,
      description: 'Mine',
    });
    expect((await make('bob')).json).toMatchObject({ team_id: '', description: null });
  });

  it.each([
    ['no event', { event_type: undefined }],
    ['an event that does not exist', { event_type: 'FILE_OPEN' }],
    ['PING', { event_type: 'PING' }],
    ['a context that does not exist', { context: 'org' }],
    ['no context', { context: undefined }],
    ['no id of the context', { context_id: undefined }],
    ['no endpoint', { endpoint: undefined }],
    ['no passcode', { passcode: undefined }],
    ['a status that does not exist', { status: 'BROKEN' }],
    ['an endpoint that is too long', { endpoint: `https://example.com/${'a'.repeat(2048)}` }],
    ['a passcode that is too long', { passcode: 'a'.repeat(101) }],
    ['a description that is too long', { description: 'a'.repeat(151) }],
    ['a description with a control character', { description: 'a\u0007' }],
    ['a description with a tag that nobody sees', { description: 'a\u{e0041}' }],
    ['an endpoint that is no address', { endpoint: 'example.com/hook' }],
    ['an endpoint of another protocol', { endpoint: 'ftp://example.com/hook' }],
    ['a private endpoint', { endpoint: 'https://10.0.0.1/hook' }],
    ['the address of cloud metadata', { endpoint: 'https://169.254.169.254/latest' }],
    ['a public endpoint without TLS', { endpoint: 'http://93.184.216.34/hook' }],
  ])('refuses %s with a sentence', async (_case, more) => {
    const answer = await make('alice', more);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/^[A-Z"'`a-z].{15,}\.$/s);
  });

  it('names the range that a refused endpoint is in', async () => {
    const { json } = await make('alice', { endpoint: 'https://192.168.1.1/hook' });
    expect(json.message).toContain('192.168.0.0/16');
  });
});

describe('User name and password in the endpoint of a webhook', () => {
  const endpoint = () => `${receiver().url.replace('//', '//ann:s3cret@')}/hook`;
  const shown = () => `${receiver().url.replace('//', '//***@')}/hook`;

  it('are sent to the receiver and shown in no answer', async () => {
    const made = await make('alice', { endpoint: endpoint(), status: 'ACTIVE' });
    expect(made.json.endpoint).toBe(shown());
    const ping = await receiver().until(1);
    expect(ping.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from('ann:s3cret').toString('base64')}`);
    const path = at(made.json.id);
    const answers = await Promise.all([
      play('alice', `GET ${path}`),
      play('alice', `GET /v2/webhooks?context=file&context_id=${files.open}`),
      play('alice', `GET ${path}/requests`),
      play('alice', `PUT ${path}`, { status: 'PAUSED' }),
      play('alice', `GET /workspace/v1/webhooks/${made.json.id}`),
      play('alice', `GET /workspace/v1/webhooks/${made.json.id}/deliveries`),
    ]);
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(json)).not.toContain('s3cret');
    }
    expect(JSON.stringify((await play('alice', `DELETE ${path}`)).json)).not.toContain('s3cret');
  });

  it('stay where the endpoint is sent back as it was shown, and nowhere else', async () => {
    const { id } = (await make('alice', { endpoint: endpoint() })).json;
    const kept = async () =>
      server()
        .context.database.selectFrom('webhooks')
        .select('endpoint')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect((await play('alice', `PUT ${at(id)}`, { endpoint: shown() })).status).toBe(200);
    expect((await kept()).endpoint).toBe(endpoint());
    const elsewhere = await play('alice', `PUT ${at(id)}`, { endpoint: `${shown()}/other` });
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.json.message).toMatch(/send them anew/);
    expect((await kept()).endpoint).toBe(endpoint());
  });
});

describe('Reading webhooks', () => {
  it('walks the pages of a plan forwards and backwards, each webhook once', async () => {
    const ids: string[] = [];
    const contexts = [
      ...Array.from({ length: 20 }, () => ({ context: 'team', context_id: team })),
      ...Array.from({ length: 5 }, () => ({ context: 'project', context_id: projects.open })),
      ...Array.from({ length: 3 }, () => ({ context_id: files.viewOnly })),
    ];
    for (const more of contexts) ids.push((await make('alice', more)).json.id);
    const page = async (address: string) => {
      const { json } = await play('alice', `GET ${address.replace(server().url, '')}`);
      return {
        ids: json.webhooks.map(({ id }: { id: string }) => id),
        next: json.pagination.next_page,
        previous: json.pagination.prev_page,
      };
    };
    const first = await page('/v2/webhooks?plan_api_id=organization-900');
    expect(first.previous).toBeUndefined();
    const second = await page(first.next);
    expect(second.next).toBeUndefined();
    expect(new Set([...first.ids, ...second.ids])).toEqual(new Set(ids));
    expect(first.ids.length + second.ids.length).toBe(ids.length);
    expect((await page(second.previous)).ids).toEqual(first.ids);
    const asCursor = new URLSearchParams({ plan_api_id: 'organization-900', cursor: first.next });
    expect((await page(`/v2/webhooks?${asCursor}`)).ids).toEqual(second.ids);
    const bob = await play('bob', `GET /v2/webhooks?plan_api_id=team-${team}`);
    expect(bob.json.webhooks.map(({ context }: { context: string }) => context)).toEqual(
      Array.from({ length: 5 }, () => 'project'),
    );
  });

  it.each([
    ['?plan_api_id=foo-1', 400],
    ['?plan_api_id=team-abc', 400],
    ['?plan_api_id=organization-901', 404],
    ['?plan_api_id=team-555', 404],
    [`?plan_api_id=team-${team}&context=team&context_id=${team}`, 400],
    [`?plan_api_id=team-${team}&cursor=nonsense`, 400],
    ['', 400],
    ['?context=team', 400],
    ['?context=org&context_id=900', 400],
    [`?context=team&context_id=${team}&cursor=nonsense`, 200],
    [`?context=team&context_id=${team}`, 200],
    ['?context=team&context_id=555', 404],
  ])('answers %s with %i', async (query, status) => {
    expect((await play('alice', `GET /v2/webhooks${query}`)).status).toBe(status);
  });

  it('shows no passcode to readers', async () => {
    const { id } = (await make('alice')).json;
    const context = `context=file&context_id=${files.open}`;
    const read = [
      (await play('alice', `GET ${at(id)}`)).json,
      (await play('alice', `GET /v2/webhooks?${context}`)).json.webhooks[0],
      (await play('alice', 'GET /v2/webhooks?plan_api_id=organization-900')).json.webhooks[0],
    ];
    expect(read).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ id, passcode: '' })));
  });

  it('is for people who manage the context', async () => {
    const { id } = (await make('alice')).json;
    const lines = [`GET ${at(id)}`, `PUT ${at(id)}`, `DELETE ${at(id)}`, `GET ${at(id)}/requests`];
    for (const line of lines) {
      const body = line.startsWith('PUT') ? {} : undefined;
      expect((await play('carla', line, body)).status).toBe(403);
      const refused = await play('dan', line, body);
      const absent = await play('dan', line.replace(id, '555'), body);
      expect([refused.status, refused.text]).toEqual([404, absent.text]);
    }
    expect((await play('bob', `GET ${at(id)}`)).status).toBe(200);
  });
});

describe('Changing a webhook', () => {
  it('changes what is given and leaves the rest', async () => {
    const { id, ...made } = (await make('alice')).json;
    const changes = { event_type: 'FILE_COMMENT', passcode: 'other', description: 'New', status: 'ACTIVE' };
    const changed = await play('bob', `PUT ${at(id)}`, changes);
    expect(changed.json).toEqual({ id, ...made, ...changes });
    expect((await play('bob', `PUT ${at(id)}`, {})).json).toEqual(changed.json);
    expect((await play('bob', `GET ${at(id)}`)).json).toEqual({ ...changed.json, passcode: '' });
  });

  it.each([
    { event_type: 'PING' },
    { status: 'GONE' },
    { endpoint: 'https://10.0.0.1/' },
    { endpoint: '' },
    { passcode: 5 },
    { description: 'a\u0007' },
  ])('refuses %j and changes nothing', async (changes) => {
    const made = (await make('alice')).json;
    expect((await play('alice', `PUT ${at(made.id)}`, changes)).status).toBe(400);
    expect((await play('alice', `GET ${at(made.id)}`)).json).toEqual({ ...made, passcode: '' });
  });
});

describe('Delivering events', () => {
  const push = () => play('bob', `PUT /workspace/v1/files/${files.open}/content`, smallDesign('Next'));

  it('begins with PING, then sends what happens to the file', async () => {
    const before = receiver().received.length;
    await make('alice', { status: 'ACTIVE', event_type: 'FILE_VERSION_UPDATE' });
    const named = await play('bob', `POST /workspace/v1/files/${files.open}/versions`, { label: 'One' });
    const [ping, version] = (await receiver().until(before + 2)).slice(before);
    expect(ping?.json).toMatchObject({ event_type: 'PING', passcode: 'secret' });
    expect(version?.json).toMatchObject({
      event_type: 'FILE_VERSION_UPDATE',
      file_key: files.open,
      version_id: named.json.id,
      triggered_by: { id: people.bob, handle: 'Bob', img_url: '' },
    });
  });

  it('sends nothing to a webhook that begins paused', async () => {
    const { json: made } = await make('alice', { event_type: 'FILE_VERSION_UPDATE' });
    await play('bob', `POST /workspace/v1/files/${files.open}/versions`, { label: 'One' });
    const { json } = await play('alice', `GET /workspace/v1/webhooks/${made.id}/deliveries`);
    expect(json.deliveries).toEqual([]);
  });

  it('waits with FILE_UPDATE until the file has been left alone', async () => {
    const before = receiver().received.length;
    await make('alice', { status: 'ACTIVE' });
    await receiver().until(before + 1);
    const advance = (time: string) => play('admin', 'POST /test/v1/clock', { advance: time });
    await push();
    await advance('29m');
    await push();
    await advance('29m');
    expect(receiver().received).toHaveLength(before + 1);
    await advance('1m');
    expect(
      receiver()
        .received.slice(before + 1)
        .map(({ json }) => json.event_type),
    ).toEqual(['FILE_UPDATE']);
    await advance('2h');
    expect(receiver().received).toHaveLength(before + 2);
  });
});
