import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { openReceiver, type Received, type Receiver } from './harness/receiver.ts';
import { type Server, startServer } from './harness/server.ts';
import { boundNode, pageOf, theme, value, variablesOf } from './harness/variables-file.ts';
import { createWorld, type World } from './harness/world.ts';

const minute = 60_000;
/** How much later than planned a request may be on a busy machine. */
const slackMs = 20_000;

interface Attempt {
  readonly request_info: { id: string; endpoint: string; payload: Record<string, unknown>; sent_at: string };
  readonly response_info: { status: string; received_at: string } | null;
  readonly error_msg: string | null;
}

onOwnServers('Deliveries', ({ postgres }) => {
  let server: Server;
  let receiver: Receiver;
  let world: World;

  beforeAll(async () => {
    server = await startServer({ postgres, env: { VITRINE_WEBHOOK_TIMEOUT: '1s' } });
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });
  beforeEach(async () => {
    receiver = await openReceiver();
    const projects = [
      { id: '200', name: 'App', team: '100', access: 'team' },
      { id: '201', name: 'Secret', team: '100', access: 'invite_only' },
      { id: '202', name: 'Shown', team: '100', access: 'view_only' },
    ];
    const files = [
      fileOf('open', smallFile('Open')),
      fileOf('secret', smallFile('Secret'), { project: '201' }),
      fileOf('shown', smallFile('Shown'), { project: '202' }),
    ];
    const long = { name: 'long', token: 'long', scopes: 'all', expires_in: 7_776_000 };
    world = await createWorld(server, { ...cast({ files, tokens: { alice: [long] } }), projects });
    return () => receiver.close();
  });

  const advance = async (time: string) => {
    const answer = await server.call('POST', '/test/v1/clock', {
      token: server.adminToken,
      body: { advance: time },
    });
    expect(answer.status).toBe(200);
  };
  const own = (method: string, path: string, body?: object) =>
    world.call(method, `/workspace/v1${path}`, { as: 'alice-push', body });
  /** A webhook that has got its PING, if it is active. */
  const subscribe = async (more: object = {}): Promise<{ id: string; path: string }> => {
    const before = receiver.received.length;
    const body = {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'team',
      context_id: world.id('100'),
      endpoint: `${receiver.url}/hook`,
      passcode: 'secret',
      status: 'ACTIVE',
      ...more,
    };
    const { status, json } = await world.call('POST', '/v2/webhooks', { body });
    expect(status).toBe(200);
    if (body.status === 'ACTIVE' && body.endpoint.startsWith(receiver.url)) await receiver.until(before + 1);
    return { id: json.id, path: `/v2/webhooks/${json.id}` };
  };
  const nameVersion = (local = 'open', label = 'One') =>
    own('POST', `/files/${world.id(local)}/versions`, { label, description: 'Why' });
  const requestsOf = async (path: string): Promise<Attempt[]> =>
    (await world.get(`${path}/requests`)).json.requests;
  const typesOf = (all: readonly Received[]) => all.map(({ json }) => json.event_type);

  it('[DLV-01, DLV-02, DLV-19] each event is a POST of JSON with the file and what happened', async () => {
    const { id } = await subscribe();
    const version = (await nameVersion()).json;
    const [, event] = await receiver.until(2);
    expect(event).toMatchObject({ method: 'POST', path: '/hook' });
    expect(event?.headers['content-type']).toBe('application/json');
    expect(event?.json).toEqual({
      event_type: 'FILE_VERSION_UPDATE',
      file_key: world.id('open'),
      file_name: 'File open',
      version_id: version.id,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      description: 'Why',
      triggered_by: { id: world.id(people.alice), handle: 'Alice', img_url: '' },
      passcode: 'secret',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      webhook_id: id,
    });
  });

  it('[HOOK-22, DLV-03, DLV-14] a webhook that is made gets PING, which names no file', async () => {
    const { id } = await subscribe();
    expect(receiver.received.map(({ json }) => json)).toEqual([
      { event_type: 'PING', passcode: 'secret', timestamp: expect.any(String), webhook_id: id },
    ]);
  });

  it('[HOOK-23, HOOK-24] a webhook that is made paused gets nothing until it is active, and no PING then', async () => {
    const { path } = await subscribe({ status: 'PAUSED' });
    await nameVersion();
    await advance('1s');
    expect(receiver.received).toEqual([]);
    await world.call('PUT', path, { body: { status: 'ACTIVE' } });
    await nameVersion();
    expect(typesOf(await receiver.until(1))).toEqual(['FILE_VERSION_UPDATE']);
  });

  it.each([201, 204, 301, 302, 400, 410, 500, 503])(
    '[DLV-04] an answer of %i is a failure, listed and tried again',
    async (status) => {
      const { path } = await subscribe();
      receiver.answer((_one, response) =>
        response.writeHead(status, { location: `${receiver.url}/else` }).end(),
      );
      await nameVersion();
      await receiver.until(2);
      await advance('4m');
      expect(receiver.received).toHaveLength(2);
      receiver.answer(200);
      await advance('1m');
      expect(receiver.received.map((one) => one.path)).toEqual(['/hook', '/hook', '/hook']);
      const [again, first] = await requestsOf(path);
      expect(first?.response_info?.status).toBe(String(status));
      expect(first?.error_msg).toContain(String(status));
      expect(again).toMatchObject({ response_info: { status: '200' }, error_msg: null });
    },
  );

  it('[DLV-05] an answer that takes too long is a failure', async () => {
    const { path } = await subscribe();
    const held: ServerResponse[] = [];
    receiver.answer((_one, response) => held.push(response));
    await nameVersion();
    await receiver.until(2);
    await advance('1s');
    const [attempt] = await requestsOf(path);
    expect(attempt).toMatchObject({ response_info: null, error_msg: 'The receiver took longer than 1 s.' });
    receiver.answer(200);
    await advance('5m');
    expect(receiver.received).toHaveLength(3);
    for (const response of held) response.destroy();
  });

  it('[DLV-06, DLV-07, DLV-08, DLV-09, LIM-20] a delivery is tried again 5 minutes, 30 minutes and 3 hours after a failure, then no more', async () => {
    const { path } = await subscribe();
    receiver.answer(500);
    await nameVersion();
    await advance('4h');
    const attempts = (await requestsOf(path)).reverse().slice(1);
    expect(attempts.map(({ response_info }) => response_info?.status)).toEqual(['500', '500', '500', '500']);
    const sent = attempts.map(({ request_info }) => Date.parse(request_info.sent_at));
    const failed = attempts.map(({ response_info }) => Date.parse(response_info?.received_at ?? ''));
    for (const [index, delayMs] of [5 * minute, 30 * minute, 180 * minute].entries()) {
      const waitedMs = (sent[index + 1] ?? 0) - (failed[index] ?? 0);
      expect(waitedMs).toBeGreaterThanOrEqual(delayMs);
      expect(waitedMs).toBeLessThan(delayMs + slackMs);
    }
    await advance('7h');
    expect(receiver.received).toHaveLength(5);
  });

  it('a retry has the id and the bytes of the first attempt', async () => {
    await subscribe();
    receiver.answer(500);
    await nameVersion();
    await advance('4h');
    const repeats = receiver.received.slice(1);
    expect(repeats).toHaveLength(4);
    expect(new Set(repeats.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  });

  it('[DLV-10] a webhook that fails again and again stays as it is', async () => {
    const { path } = await subscribe();
    receiver.answer(500);
    for (let event = 0; event < 13; event += 1) await nameVersion();
    await advance('4h');
    expect(receiver.received).toHaveLength(1 + 13 * 4);
    expect((await world.get(path)).json.status).toBe('ACTIVE');
    receiver.answer(200);
    await nameVersion('open', 'Last');
    await receiver.until(1 + 13 * 4 + 1);
    expect((await requestsOf(path))[0]).toMatchObject({ error_msg: null });
  });

  const toldOf = async (local: string) => {
    await nameVersion(local);
    await advance('1s');
    return typesOf(receiver.received).filter((type) => type !== 'PING');
  };
  it('[DLV-11] a webhook on a team receives events of files that are open to the team', async () => {
    await subscribe();
    expect(await toldOf('open')).toEqual(['FILE_VERSION_UPDATE']);
  });
  it('[DLV-12] a webhook on a team receives events of files in projects that the team may only view', async () => {
    await subscribe();
    expect(await toldOf('shown')).toEqual(['FILE_VERSION_UPDATE']);
  });
  it('[DLV-13] a webhook on a team receives no events of files in projects for invited people', async () => {
    await subscribe();
    expect(await toldOf('secret')).toEqual([]);
  });
  it('a webhook on a file in a project for invited people receives its events', async () => {
    await subscribe({ context: 'file', context_id: world.id('secret') });
    expect(await toldOf('secret')).toEqual(['FILE_VERSION_UPDATE']);
  });

  it('[DLV-15, DLV-16] changes of development status are delivered with their message, each once', async () => {
    await subscribe({ event_type: 'DEV_MODE_STATUS_UPDATE' });
    const path = `/files/${world.id('open')}/nodes/1:1/dev-status`;
    const mark = async (body: object) => expect((await own('PUT', path, body)).status).toBe(200);
    await mark({ status: 'READY_FOR_DEV', message: 'Please build' });
    await receiver.until(2);
    await mark({ status: 'READY_FOR_DEV', message: 'Please build' });
    await mark({ status: 'COMPLETED' });
    await receiver.until(3);
    await mark({ status: 'NONE' });
    const [ready, completed, none] = (await receiver.until(4)).slice(1).map(({ json }) => json);
    expect(ready).toMatchObject({
      event_type: 'DEV_MODE_STATUS_UPDATE',
      status: 'READY_FOR_DEV',
      change_message: 'Please build',
      node_id: '1:1',
      file_key: world.id('open'),
      file_name: 'File open',
      related_links: [],
    });
    expect(completed).toMatchObject({ status: 'COMPLETED' });
    expect(none).toMatchObject({ status: 'NONE' });
    for (const one of [completed, none]) expect(one).not.toHaveProperty('change_message');
    const other = (id: string) => path.replace('1:1', id);
    expectError(await own('PUT', other('9:9'), { status: 'NONE' }), 404);
    expectError(await own('PUT', other('0:1'), { status: 'NONE' }), 400, /CANVAS/);
  });

  it('development statuses are shown in the document, in a version for each change', async () => {
    const shown = async (query: string) => {
      const { json } = await world.get(`/v1/files/${world.id('open')}${query}`);
      return { version: json.version, devStatus: json.document.children[0].children[0].devStatus };
    };
    const changes = [
      [
        { status: 'READY_FOR_DEV', message: 'Build' },
        { type: 'READY_FOR_DEV', description: 'Build' },
      ],
      [{ status: 'COMPLETED' }, { type: 'COMPLETED' }],
      [{ status: 'NONE' }, { type: 'NONE' }],
    ] as const;
    const states = [await shown('')];
    for (const [body, devStatus] of changes) {
      await own('PUT', `/files/${world.id('open')}/nodes/1:1/dev-status`, body);
      states.push(await shown(''));
      expect(states.at(-1)?.devStatus).toEqual(devStatus);
    }
    for (const state of states) expect(await shown(`?version=${state.version}`)).toEqual(state);
    expect(new Set(states.map(({ version }) => version)).size).toBe(4);
  });

  it('[DLV-17] the publishing of a library is delivered with the variables that changed', async () => {
    await subscribe({ event_type: 'LIBRARY_PUBLISH' });
    const path = `/v1/files/${world.id('open')}/variables`;
    const written = await world.call('POST', path, {
      body: {
        variableCollections: [{ action: 'CREATE', id: 'colors', name: 'Colors' }],
        variables: [
          {
            action: 'CREATE',
            id: 'red',
            name: 'Red',
            resolvedType: 'COLOR',
            variableCollectionId: 'colors',
          },
        ],
      },
    });
    expect([written.status, written.text]).toEqual([200, expect.any(String)]);
    const published = await own('POST', `/files/${world.id('open')}/publish`, { description: 'First' });
    expect(published.status).toBe(200);
    const [, event] = await receiver.until(2);
    expect(event?.json).toMatchObject({
      event_type: 'LIBRARY_PUBLISH',
      file_key: world.id('open'),
      description: 'First',
      created_variables: [{ key: expect.any(String), name: 'Red' }],
      modified_variables: [],
      deleted_variables: [],
      created_components: [],
      created_styles: [],
      triggered_by: { id: world.id(people.alice), handle: 'Alice', img_url: '' },
    });
  });

  it('a webhook for changes of a file receives its deletion too', async () => {
    await subscribe({ event_type: 'FILE_UPDATE', context: 'file', context_id: world.id('open') });
    await subscribe({ event_type: 'FILE_DELETE', context: 'project', context_id: world.id('200') });
    expect((await own('DELETE', `/files/${world.id('open')}`)).status).toBe(200);
    const told = (await receiver.until(4)).slice(2).map(({ json }) => json);
    for (const one of told) expect(one).toMatchObject({ event_type: 'FILE_DELETE', file_name: 'File open' });
  });

  it('changes are delivered once the file has been left alone for half an hour', async () => {
    await subscribe({ event_type: 'FILE_UPDATE' });
    const push = () => own('PUT', `/files/${world.id('open')}/content`, smallFile('Next'));
    for (let pushed = 0; pushed < 3; pushed += 1) {
      expect((await push()).status).toBe(200);
      await advance('20m');
    }
    expect(receiver.received).toHaveLength(1);
    await advance('10m');
    expect(typesOf(receiver.received)).toEqual(['PING', 'FILE_UPDATE']);
  });

  it('nodes that are changed by program are told as an edit is, and a patch that changes nothing is not', async () => {
    await subscribe({ event_type: 'FILE_UPDATE', context: 'file', context_id: world.id('open') });
    const patch = async (name: string) => {
      const operations = [{ op: 'set', id: '1:1', properties: { name } }];
      expect((await own('PATCH', `/files/${world.id('open')}/nodes`, { operations })).status).toBe(200);
      await advance('30m');
    };
    await patch('Renamed');
    await patch('Renamed');
    expect(receiver.received.map(({ json }) => [json.event_type, json.file_key])).toEqual([
      ['PING', undefined],
      ['FILE_UPDATE', world.id('open')],
    ]);
  });

  it('a change of variables that makes a version is delivered once, and a refused one not at all', async () => {
    await subscribe({ event_type: 'FILE_UPDATE', context: 'file', context_id: world.id('open') });
    const file = variablesOf(world, 'open');
    const { size, light } = await file.change(theme);
    const newest = async () => (await world.get(`/v1/files/${file.key}?depth=1`)).json.version;
    await file.push(pageOf({ ...boundNode(size), cornerRadius: 0 }));
    await advance('30m');
    const pushed = await newest();
    await file.refused({ variableModeValues: [value(size, light, 'wide')] });
    await advance('30m');
    expect([await newest(), typesOf(receiver.received)]).toEqual([pushed, ['PING', 'FILE_UPDATE']]);
    await file.change({ variableModeValues: [value(size, light, 8)] });
    expect(await newest()).not.toBe(pushed);
    for (let times = 0; times < 2; times += 1) {
      await advance('30m');
      expect(typesOf(receiver.received)).toEqual(['PING', 'FILE_UPDATE', 'FILE_UPDATE']);
    }
  });

  it('[HOOK-20, LIM-17] every request of the last week is listed, retries too, newest first', async () => {
    const { path } = await subscribe();
    receiver.answer(500);
    await nameVersion();
    await advance('4h');
    await advance('6d');
    const week = await requestsOf(path);
    expect(week).toHaveLength(5);
    expect(week[4]?.request_info.payload).toMatchObject({ event_type: 'PING', passcode: '' });
    const times = week.map(({ request_info }) => request_info.sent_at);
    expect(times).toEqual([...times].sort().reverse());
    await nameVersion();
    await advance('2d');
    const later = await world.get(`${path}/requests`, 'long');
    expect(later.json.requests).toHaveLength(4);
  });

  it.each(['paused', 'deleted'])(
    'deliveries that wait for a webhook that is %s are not sent any more',
    async (how) => {
      const { path } = await subscribe();
      receiver.answer(500);
      await nameVersion();
      await advance('1s');
      if (how === 'deleted') await world.call('DELETE', path);
      else await world.call('PUT', path, { body: { status: 'PAUSED' } });
      await advance('4h');
      expect(receiver.received).toHaveLength(2);
    },
  );

  it('no more than two requests are under way to one webhook', async () => {
    await subscribe();
    const held: ServerResponse[] = [];
    let most = 0;
    receiver.answer((_one, response) => {
      held.push(response);
      most = Math.max(most, held.length);
      if (receiver.received.length % 2 === 1) for (const one of held.splice(0)) one.end();
    });
    for (let event = 0; event < 6; event += 1) await nameVersion();
    await receiver.until(7);
    expect(most).toBe(2);
    for (const one of held) one.end();
  });

  describe('Signatures', () => {
    const keyOf = async (path: string): Promise<string> =>
      (await own('GET', `${path.replace('/v2', '')}/key`)).json.key;
    const signaturesOf = ({ headers, body }: Received, key: string) => {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
    };

    it('are made with the key of the webhook, as Standard Webhooks specifies', async () => {
      const { path } = await subscribe();
      const key = await keyOf(path);
      const [ping] = receiver.received as [Received];
      expect(ping.headers['webhook-signature']).toBe(signaturesOf(ping, key));
      const other = await subscribe();
      expect(await keyOf(other.path)).not.toBe(key);
    });

    it('are made with both keys for a day after the key was replaced', async () => {
      const { path } = await subscribe();
      const old = await keyOf(path);
      const { json } = await own('POST', `${path.replace('/v2', '')}/rotate-key`);
      expect(json.previous_key_ends_at).toEqual(expect.any(String));
      await nameVersion();
      const [, both] = (await receiver.until(2)) as [Received, Received];
      expect(both.headers['webhook-signature']).toBe(
        `${signaturesOf(both, json.key)} ${signaturesOf(both, old)}`,
      );
      await advance('24h');
      await nameVersion();
      const one = (await receiver.until(3))[2] as Received;
      expect(one.headers['webhook-signature']).toBe(signaturesOf(one, json.key));
    });

    it('use a key that only people who manage the webhook see', async () => {
      const { id } = await subscribe();
      for (const [as, status] of [['carla-push', 403]] as const)
        expectError(await world.call('GET', `/workspace/v1/webhooks/${id}/key`, { as }), status);
      expectError(await own('GET', '/webhooks/555/key'), 404);
    });
  });

  describe('Replays', () => {
    it('send one delivery, or all that failed, again with its id and bytes', async () => {
      const { id } = await subscribe();
      const replay = (body: object) => own('POST', `/webhooks/${id}/replay`, body);
      receiver.answer(500);
      await nameVersion('open', 'A');
      await nameVersion('open', 'B');
      await advance('4h');
      expect(receiver.received).toHaveLength(9);
      receiver.answer(200);
      const since = new Date(Date.UTC(2020, 0, 1)).toISOString();
      expect((await replay({ failed_since: since })).json).toEqual({ replayed: 2 });
      const again = (await receiver.until(11)).slice(9);
      const first = receiver.received.slice(1, 9);
      for (const { headers, body } of again) {
        expect(first.find((one) => one.headers['webhook-id'] === headers['webhook-id'])?.body).toBe(body);
      }
      expect((await replay({ failed_since: since })).json).toEqual({ replayed: 0 });
      const delivery = again[0]?.headers['webhook-id'];
      await advance('1s');
      expect((await replay({ delivery })).json).toEqual({ replayed: 1 });
      expect((await receiver.until(12))[11]).toMatchObject({ body: again[0]?.body });
      await advance('1s');
      const { deliveries } = (await own('GET', `/webhooks/${id}/deliveries`)).json;
      expect(deliveries).toHaveLength(3);
      expect(deliveries[0]).toMatchObject({ state: 'delivered', last_status: 200, last_error: null });
    });

    it('are refused where there is nothing to repeat', async () => {
      const { id, path } = await subscribe();
      const replay = (body: object, as = 'alice-push') =>
        world.call('POST', `/workspace/v1/webhooks/${id}/replay`, { as, body });
      expectError(await replay({}), 400);
      expectError(await replay({ delivery: '1', failed_since: '2026-01-01T00:00:00Z' }), 400);
      expectError(await replay({ failed_since: 'yesterday' }), 400);
      expectError(await replay({ delivery: '1' }), 404);
      expectError(await replay({ delivery: '1' }, 'carla-push'), 403);
      await world.call('PUT', path, { body: { status: 'PAUSED' } });
      expectError(await replay({ failed_since: '2026-01-01T00:00:00Z' }), 409);
    });
  });

  describe('Receivers that', () => {
    const listen = async (hostile: NetServer, use: (port: number) => Promise<void>) => {
      await new Promise<void>((done) => hostile.listen(0, '127.0.0.1', done));
      try {
        await use((hostile.address() as AddressInfo).port);
      } finally {
        await new Promise((done) => hostile.close(done));
      }
    };
    /** The attempt at PING, once it has ended. */
    const attemptAt = async (endpoint: string): Promise<Attempt | undefined> => {
      const { path } = await subscribe({ endpoint });
      await advance('1s');
      return (await requestsOf(path))[0];
    };

    it('close the connection are listed as failed', () =>
      listen(
        createTcpServer((socket) => {
          socket.on('error', () => undefined);
          socket.once('data', () => socket.destroy());
        }),
        async (port) => {
          const attempt = await attemptAt(`http://127.0.0.1:${port}/`);
          expect(attempt).toMatchObject({
            response_info: null,
            error_msg: expect.stringContaining('closed'),
          });
        },
      ));

    it('speak no TLS are listed as failed', () =>
      listen(
        createTcpServer((socket) => {
          socket.on('error', () => undefined);
          socket.end('220 mail.example.com ESMTP\r\n', () => socket.destroy());
        }),
        async (port) => {
          const attempt = await attemptAt(`https://127.0.0.1:${port}/`);
          expect(attempt).toMatchObject({ response_info: null, error_msg: expect.stringContaining('TLS') });
        },
      ));

    it('answer with something other than HTTP are listed as failed', () =>
      listen(
        createTcpServer((socket) => {
          socket.on('error', () => undefined);
          socket.end('nonsense\r\n\r\n', () => socket.destroy());
        }),
        async (port) => {
          const attempt = await attemptAt(`http://127.0.0.1:${port}/`);
          expect(attempt).toMatchObject({ response_info: null, error_msg: expect.stringContaining('HTTP') });
        },
      ));

    it('answer without end are listed with their answer up to a limit', () =>
      listen(
        createServer((_request, response) => {
          const block = Buffer.alloc(64 * 1024);
          const pour = () => {
            while (response.write(block));
          };
          response.on('drain', pour);
          pour();
        }),
        async (port) => {
          const attempt = await attemptAt(`http://127.0.0.1:${port}/`);
          expect(attempt).toMatchObject({ response_info: { status: '200' }, error_msg: null });
        },
      ));

    it('do not exist are listed as failed', async () => {
      const gone = await openReceiver();
      await gone.close();
      const attempt = await attemptAt(gone.url);
      expect(attempt).toMatchObject({ response_info: null, error_msg: expect.stringContaining('Nothing') });
      const unknown = await attemptAt('https://receiver.invalid/');
      expect(unknown).toMatchObject({
        response_info: null,
        error_msg: expect.stringContaining('no address'),
      });
    });
  });
});

onOwnServers('Outside of test mode', ({ postgres }) => {
  it('loopback is refused when a webhook is made, by address and by name, and at each attempt', async () => {
    const receiver = await openReceiver();
    const first = await startServer({ postgres });
    const { installation } = first;
    let server = first;
    const call = (method: string, path: string, body?: object) =>
      server.call(method, path, { token: server.adminToken, body });
    try {
      const { projects } = (await call('GET', '/workspace/v1/projects')).json;
      const context = { context: 'project', context_id: projects[0].id };
      const body = (endpoint: string) => ({ event_type: 'FILE_DELETE', ...context, endpoint, passcode: 's' });
      const made = await call('POST', '/v2/webhooks', body(`${receiver.url}/`));
      await receiver.until(1);
      await first.stop();
      server = await startServer({ installation, withoutTestMode: true });
      const { port } = new URL(receiver.url);
      for (const endpoint of [receiver.url, `https://127.0.0.1:${port}`, `https://localhost:${port}`])
        expectError(await call('POST', '/v2/webhooks', body(endpoint)), 400, /127\.0\.0\.0\/8|::1/);
      const file = await call('POST', '/workspace/v1/files', { name: 'File', project: projects[0].id });
      await call('DELETE', `/workspace/v1/files/${file.json.key}`);
      const latest = async (): Promise<Attempt> =>
        (await call('GET', `/v2/webhooks/${made.json.id}/requests`)).json.requests[0];
      await expect.poll(async () => (await latest()).error_msg).toContain('127.0.0.0/8');
      expect(receiver.received).toHaveLength(1);
    } finally {
      await server.stop();
      await installation.remove();
      await receiver.close();
    }
  });
});
