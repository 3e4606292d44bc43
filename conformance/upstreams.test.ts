import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { openStandInUpstream, type StandInUpstream } from './harness/stand-in-upstream.ts';
import { startPair, type UpstreamPair } from './harness/upstream-pair.ts';

const json = { 'content-type': 'application/json' };

onOwnServers('Upstreams', ({ postgres }) => {
  let pair: UpstreamPair;
  let standIn: StandInUpstream;
  beforeAll(async () => {
    pair = await startPair({ postgres });
    standIn = await openStandInUpstream(pair.upstream.installation);
  });
  beforeEach(() => {
    standIn.asked.length = 0;
  });
  afterAll(async () => {
    await standIn?.close();
    await pair?.stop();
  });

  /** Adds the stand-in and checks it. */
  const checkStandIn = async (answer: Parameters<StandInUpstream['answer']>[0], more: object = {}) => {
    standIn.answer(answer);
    const { json: added } = await pair.add({ base_url: standIn.url, ...more });
    return pair.asAdministrator('POST', `/workspace/v1/upstreams/${added.id}/check`);
  };

  it('are added, listed, shown and removed, and never show their token', async () => {
    const added = await pair.add();
    expect(added.json).toMatchObject({
      name: 'Original',
      base_url: pair.upstream.url,
      has_ca: true,
      share: 1,
    });
    const path = `/workspace/v1/upstreams/${added.json.id}`;
    const query = `?organization=${pair.here.id('900')}`;
    const listed = await pair.asAdministrator('GET', `/workspace/v1/upstreams${query}`);
    const shown = await pair.asAdministrator('GET', path);
    expect(listed.json.upstreams).toContainEqual(shown.json);
    for (const { text } of [added, listed, shown]) expect(text).not.toContain(pair.there.token('alice'));
    expect((await pair.asAdministrator('DELETE', path)).status).toBe(200);
    expectError(await pair.asAdministrator('GET', path), 404, /Upstream not found/);
  });

  it('keep their token in the data folder encrypted alone', async () => {
    const token = 'figd_a-token-that-is-looked-for';
    await pair.add({ token });
    if (postgres === undefined) {
      const folder = join(pair.server.installation.folder, 'installation');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      );
      const holders = files.filter((file) => statSync(file).isFile() && readFileSync(file).includes(token));
      expect(holders).toEqual([]);
    }
    expect(pair.server.process.stderr()).not.toContain(token);
  });

  it('are seen by members of their organization, and managed by its administrators', async () => {
    const { here } = pair;
    const { json: added } = await pair.add({}, 'alice-push');
    expect(added.keeps_keys).toBe(false);
    const path = `/workspace/v1/upstreams/${added.id}`;
    expect((await here.call('GET', path, { as: 'bob-push' })).status).toBe(200);
    expectError(await here.call('DELETE', path, { as: 'bob-push' }), 403, /administrator/);
    const unknown = await here.call('GET', '/workspace/v1/upstreams/1', { as: 'bob-push' });
    expect((await here.call('POST', `${path}/check`, { as: 'bob-push' })).status).toBe(403);
    expect(unknown.status).toBe(404);
    expectError(await pair.add({}, 'bob-push'), 403, /administrator/);
    expect((await here.call('DELETE', path, { as: 'alice-push' })).status).toBe(200);
  });

  it.each([
    [{ base_url: 'http://127.0.0.1' }, /base_url/],
    [{ base_url: 'nowhere' }, /base_url/],
    [{ base_url: 'https://user:secret@127.0.0.1' }, /base_url/],
    [{ base_url: 'https://127.0.0.1/?a=b' }, /base_url/],
    [{ token: 'two words' }, /token/],
    [{ token: 'line\r\nX-Other: 1' }, /token/],
    [{ ca: 'no certificate' }, /ca/],
    [{ share: 2 }, /share/],
    [{ name: ' ' }, /name/],
  ])('are refused with %j', async (wrong, words) => {
    expectError(await pair.add(wrong), 400, words);
  });

  it('are changed by administrators of their organization, but for their address', async () => {
    const { json: added } = await pair.add({}, 'alice-push');
    const path = `/workspace/v1/upstreams/${added.id}`;
    const change = (body: object, as = 'alice-push') => pair.here.call('PATCH', path, { as, body });
    expect((await change({ name: 'Renamed', share: 0.25 })).json).toMatchObject({
      name: 'Renamed',
      share: 0.25,
      base_url: added.base_url,
    });
    expectError(await change({}), 400, /token, a name or a share/);
    expectError(await change({ base_url: 'https://elsewhere.example.com' }), 400, /Unknown field "base_url"/);
    expectError(await change({ token: 'two words' }), 400, /token/);
    expectError(await change({ name: ' ' }), 400, /name/);
    expectError(await change({ name: 'Mine' }, 'bob-push'), 403, /administrator/);
    expectError(await change({ name: 'Mine' }, 'dan-push'), 404, /Upstream not found/);
    expect((await pair.here.call('GET', path, { as: 'bob-push' })).json.name).toBe('Renamed');
  });

  it('are asked whose the token is and for what it lacks a scope', async () => {
    const { there } = pair;
    const made = await there.call('POST', '/workspace/v1/me/tokens', {
      as: 'alice-push',
      body: { name: 'few', scopes: ['current_user:read', 'file_metadata:read', 'file_comments:read'] },
    });
    const token = made.json.token ?? there.token('alice');
    const { json: added } = await pair.add({ token });
    const { json: checked } = await pair.asAdministrator('POST', `/workspace/v1/upstreams/${added.id}/check`);
    expect(checked.user).toMatchObject({ handle: 'Alice' });
    if (made.status === 200)
      expect(checked.scopes_missing).toEqual([
        'file_content:read',
        'file_versions:read',
        'library_content:read',
        'file_dev_resources:read',
        'file_variables:read',
        'projects:read',
      ]);
  });

  it('lack no scope for variables where it is their plan that has none', async () => {
    const { json: checked } = await checkStandIn((request, response) => {
      const isLimited = request.url?.endsWith('/variables/local');
      if (request.url?.endsWith('/me')) response.writeHead(200, json).end('{"id":"1","handle":"A"}');
      else response.writeHead(isLimited ? 403 : 404, json).end('{"err":"Limited by plan"}');
    });
    expect(checked.scopes_missing).toEqual([]);
  });

  it('are asked for scopes also where our share has no room for all, those for variables and projects last', async () => {
    const { status, json: checked } = await checkStandIn(
      (request, response) => {
        const isLacking = request.url?.endsWith('/comments');
        if (request.url?.endsWith('/me')) response.writeHead(200, json).end('{"id":"1","handle":"A"}');
        else response.writeHead(isLacking ? 403 : 404, json).end('{"err":"Invalid scope"}');
      },
      { share: 0.2 },
    );
    expect([status, checked.scopes_missing]).toEqual([200, ['file_comments:read']]);
  });

  it('tell of every scope that their token lacks at once, also of that by which it says whose it is', async () => {
    const lacking = ['/me', '/comments', '/dev_resources'];
    const { status, json: checked } = await checkStandIn((request, response) => {
      const isLacking = lacking.some((end) => request.url?.endsWith(end));
      response.writeHead(isLacking ? 403 : 404, json).end('{"err":"Invalid scope"}');
    });
    expect([status, checked.user, checked.scopes_missing]).toEqual([
      200,
      undefined,
      ['current_user:read', 'file_comments:read', 'file_dev_resources:read'],
    ]);
    const none = await checkStandIn((_request, response) => response.writeHead(403, json).end('{}'));
    expectError(
      none,
      409,
      /may read nothing: it lacks current_user:read, .*file_content:read, .*file_variables:read, projects:read/,
    );
  });

  it('get the token in its header, name the program, and are called with no other secret', async () => {
    await checkStandIn((_request, response) => response.writeHead(404, json).end('{}'), { token: 'abc' });
    const { headers } = standIn.asked[0] ?? {};
    expect(headers).toMatchObject({
      'x-figma-token': 'abc',
      'user-agent': expect.stringMatching(/^Vitrine\/\d/),
    });
    await checkStandIn((_request, response) => response.writeHead(404, json).end('{}'), {
      token: 'abc',
      token_kind: 'plan',
    });
    expect(standIn.asked.at(-1)?.headers.authorization).toBe('Bearer abc');
  });

  it('are followed nowhere else with the token', async () => {
    const other = await openStandInUpstream(pair.upstream.installation);
    const checked = await checkStandIn((_request, response) =>
      response.writeHead(302, { location: `${other.url}/v1/me` }).end(),
    );
    expectError(checked, 502, /redirect/);
    expect(other.asked).toEqual([]);
    await other.close();
  });

  const faults: [string, number, RegExp, Parameters<StandInUpstream['answer']>[0]][] = [
    ['a page', 502, /text\/html/, (_q, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    ['no JSON', 502, /not JSON/, (_q, r) => r.writeHead(200, json).end('{"id":')],
    ['JSON of another kind', 502, /no text "id"/, (_q, r) => r.writeHead(200, json).end('[1]')],
    ['401', 409, /does not know the token/, (_q, r) => r.writeHead(401, json).end('{"err":"No"}')],
    ['403', 409, /may not read/, (_q, r) => r.writeHead(403, json).end('{"err":"Invalid scope"}')],
    ['404', 404, /knows nothing/, (_q, r) => r.writeHead(404, json).end('{}')],
    ['500', 502, /answered 500/, (_q, r) => r.writeHead(500, json).end('{"message":"Broken"}')],
    [
      'an answer that is cut',
      502,
      /ended before/,
      (_q, r) => {
        r.writeHead(200, { ...json, 'content-length': '1000' }).write('{"id":"1"');
        setTimeout(() => r.destroy(), 20);
      },
    ],
    ['a connection that breaks', 502, /closed the connection/, (_q, r) => r.destroy()],
    [
      '2 GB',
      413,
      /larger than/,
      (_q, r) => {
        r.writeHead(200, { ...json, 'content-length': String(2 ** 31) });
        const piece = Buffer.alloc(1 << 20, 0x20);
        const go = () => {
          while (!r.destroyed && r.write(piece));
          if (!r.destroyed) r.once('drain', go);
        };
        go();
      },
    ],
  ];
  it.each(faults)('that answer with %s are told of in a sentence', async (_title, status, words, answer) => {
    expectError(await checkStandIn(answer), status, words);
  });

  it.each([
    ['30', 30],
    ['396749', 396_749],
    [undefined, 60],
  ])(
    'that refuse with Retry-After %s are called before by who asks whether they still do, alone',
    async (header, seconds) => {
      const answer = await checkStandIn((_request, response) =>
        response
          .writeHead(429, { ...json, ...(header === undefined ? {} : { 'retry-after': header }) })
          .end('{}'),
      );
      expectError(answer, 429, /takes no calls/);
      expect(Math.abs(Number(answer.headers['retry-after']) - seconds)).toBeLessThan(5);
      expect(standIn.asked.length).toBe(1);
      const query = `?organization=${pair.here.id('900')}&page_size=100`;
      const { json: listed } = await pair.asAdministrator('GET', `/workspace/v1/upstreams${query}`);
      const { id } = listed.upstreams.at(-1);
      const body = { project: pair.here.id('200'), file_key: 'refused' };
      for (const [action, calls] of [
        ['pull', 1],
        ['check', 2],
      ] as const) {
        const again = await pair.asAdministrator('POST', `/workspace/v1/upstreams/${id}/${action}`, body);
        expectError(again, 429, /takes no calls/);
        expect(standIn.asked.length).toBe(calls);
      }
    },
  );

  it('tell by a refusal which plan the limits are for', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const told = {
      'retry-after': date,
      'x-figma-plan-tier': 'enterprise',
      'x-figma-rate-limit-type': 'high',
    };
    const answer = await checkStandIn((_q, response) =>
      response.writeHead(429, { ...json, ...told }).end('{}'),
    );
    expect(Math.abs(Number(answer.headers['retry-after']) - 3600)).toBeLessThan(10);
    const query = `?organization=${pair.here.id('900')}&page_size=100`;
    const { json: listed } = await pair.asAdministrator('GET', `/workspace/v1/upstreams${query}`);
    expect(listed.upstreams.at(-1).plan).toBe('enterprise');
  });

  it('with a certificate of somebody else get nothing', async () => {
    const checked = await checkStandIn((_q, response) => response.end(), { ca: pair.server.ca });
    expectError(checked, 502, /certificate/);
    expect(standIn.asked).toEqual([]);
  });

  it('at an address where nobody listens are told of in a sentence', async () => {
    const gone = await openStandInUpstream(pair.upstream.installation);
    await gone.close();
    for (const [base_url, words] of [
      [gone.url, /connect|refused/i],
      ['https://nobody.invalid', /address|name/i],
    ] as const) {
      const { json: added } = await pair.add({ base_url });
      const checked = await pair.asAdministrator('POST', `/workspace/v1/upstreams/${added.id}/check`);
      expectError(checked, 502, words);
    }
  });

  it('at an address that is not public get nothing', async () => {
    for (const host of ['10.0.0.1', '169.254.169.254', '[fd00::1]']) {
      const { json: added } = await pair.add({ base_url: `https://${host}` });
      const checked = await pair.asAdministrator('POST', `/workspace/v1/upstreams/${added.id}/check`);
      expectError(checked, 502, /VITRINE_UPSTREAM_ALLOW/);
    }
  });
});
