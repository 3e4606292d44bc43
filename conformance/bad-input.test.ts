import { readdirSync } from 'node:fs';
import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, smallFile, wideFile } from './harness/example-file.ts';
import { openHttp2 } from './harness/http2-client.ts';
import { idsOf, nodesOf } from './harness/node-tree.ts';
import { readRaw, sendOverTls } from './harness/raw-connection.ts';
import { createWorld, type World } from './harness/world.ts';

onEachEngine('Bad input', (engine) => {
  let world: World;
  let file: string;
  let content: string;

  beforeAll(async () => {
    world = await createWorld(
      engine,
      cast({
        files: [
          fileOf('main', exampleFile),
          fileOf('target', smallFile('Untouched')),
          fileOf('wide', wideFile(12_000, 200)),
        ],
      }),
    );
    file = `/v1/files/${world.id('main')}`;
    content = `/workspace/v1/files/${world.id('target')}/content`;
  });

  it('depth is a whole number of at least 1', async () => {
    for (const depth of ['0', '-1', '1.5', 'abc', '1,2', '1e400', '٣']) {
      const answer = await world.get(`${file}?depth=${encodeURIComponent(depth)}`);
      expect([depth, answer.status]).toEqual([depth, 400]);
      expectError(answer, 400, /depth/);
    }
    for (const depth of ['1', '2', '1.0', '99999', '9'.repeat(40), '']) {
      expect((await world.get(`${file}?depth=${depth}`)).status).toBe(200);
    }
  });

  it('empty ids filter nothing on Get file', async () => {
    const whole = idsOf((await world.get(file)).json.document);
    for (const query of ['?ids=', '?ids=,', '?ids', '?']) {
      expect(idsOf((await world.get(file + query)).json.document)).toEqual(whole);
    }
  });

  it('ids may have spaces around them, and colons and commas raw or encoded', async () => {
    const wanted = ['1:2', '1:6'];
    for (const ids of ['1:2,1:6', '1%3A2,1%3A6', '1:2%2C1:6', '1:2,%201:6', '+1:2+,+1:6', '1:2,,1:6,']) {
      const { nodes } = (await world.get(`${file}/nodes?ids=${ids}`)).json;
      expect(Object.keys(nodes)).toEqual(wanted);
      for (const id of wanted) expect(nodes[id].document.id).toBe(id);
    }
    const instance = (await world.get(`${file}/nodes?ids=I1:7;2:2`)).json.nodes;
    expect(instance['I1:7;2:2'].document.id).toBe('I1:7;2:2');
  });

  it('an id asked for twice is one entry of the answer', async () => {
    const { nodes } = (await world.get(`${file}/nodes?ids=1:2,1:2,7:7,7:7`)).json;
    expect(Object.keys(nodes)).toEqual(['1:2', '7:7']);
    const { text } = await world.get(`${file}/nodes?ids=1:2,1:2`);
    expect(text.split('"1:2":').length).toBe(2);
  });

  it('Get file answers the pages alone for ids that no node has', async () => {
    const { document } = (await world.get(`${file}?ids=999:999`)).json;
    expect(idsOf(document)).toEqual(['0:0', '0:1', '0:2']);
  });

  it('[H21] 10,000 ids are answered, with null for those that no node has', async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `${index % 2 === 0 ? 1 : 8}:${index + 1}`);
    const wide = `/v1/files/${world.id('wide')}`;
    const { nodes } = (await world.get(`${wide}/nodes?ids=${ids.join(',')}`)).json;
    expect(Object.keys(nodes)).toEqual(ids);
    const absent = Object.values(nodes).filter((entry) => entry === null);
    expect(absent).toHaveLength(5000);
    const found = [...nodesOf((await world.get(`${wide}?ids=${ids.join(',')}`)).json.document)];
    expect(found).toHaveLength(2 + 5000);
  });

  it('a key with dots and slashes reaches no other path', async () => {
    for (const path of [
      '/v1/files/../me',
      '/v1/files/..%2Fme',
      '/v1/files/%2e%2e/me',
      '/v1/files/../../../../etc/passwd',
      '/v1/files/..%2f..%2f..%2fetc%2fpasswd',
      '/v1/files/..\\..\\me',
      '/image-fills/../healthz/x?expires=1&signature=x',
      '/image-fills/..%2F..%2Fadmin-token/x?expires=1&signature=x',
    ]) {
      const answer = await world.get(path);
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 403, 404])]);
      expectError(answer, answer.status);
    }
  });

  it('[H21] a request target of up to 256 KiB is accepted, a larger one refused with 414 and the error body', async () => {
    const padded = (bytes: number) => `${file}?depth=1&x=${'a'.repeat(bytes - file.length - 11)}`;
    expect((await world.get(padded(256 * 1024))).status).toBe(200);
    expectError(await world.get(padded(256 * 1024 + 1)), 414);
    const raw = await sendOverTls(engine, `GET ${padded(1024 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(readRaw(raw).status).toBe(414);
    expect(JSON.parse(readRaw(raw).body)).toMatchObject({ status: 414, error: true });
  });

  it('[H21] headers that are too large are refused with 431 and the error body', async () => {
    const headers = `X-Large: ${'a'.repeat(1000)}\r\n`.repeat(500);
    const raw = readRaw(await sendOverTls(engine, `GET /healthz HTTP/1.1\r\nHost: x\r\n${headers}\r\n`));
    expect(raw.status).toBe(431);
    expect(JSON.parse(raw.body)).toMatchObject({ status: 431, error: true });
  });

  it('[H21] over HTTP/2 header blocks of nearly 64 KiB are accepted, larger ones refused', async () => {
    const headers = { 'x-service-token': world.token('alice') };
    const connection = await openHttp2(engine);
    const target = (bytes: number) => `${file}?depth=1&x=${'a'.repeat(bytes)}`;
    expect((await connection.call('GET', target(60 * 1024), headers)).status).toBe(200);
    const larger = await connection
      .call('GET', target(100 * 1024), headers)
      .then(({ status }) => status)
      .catch(() => 'refused');
    expect([431, 414, 0, 'refused']).toContain(larger);
    await connection.close();
    const next = await openHttp2(engine);
    expect((await next.call('GET', target(10), headers)).status).toBe(200);
    await next.close();
  });

  it('a client that hangs up in the middle leaves nothing open', async () => {
    const wide = `/v1/files/${world.id('wide')}`;
    const before = openFiles(engine.pid);
    const rounds = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 'gzip' : 'identity'));
    for (const encoding of rounds) {
      await hangUp(`${engine.url}${wide}`, engine.ca, {
        'x-service-token': world.token('alice'),
        'accept-encoding': encoding,
      });
    }
    if (before !== undefined) await expect.poll(() => openFiles(engine.pid)).toBeLessThan(before + 15);
    expect((await world.get(file)).status).toBe(200);
  });

  it('a client that resets a stream over HTTP/2 does not disturb its other streams', async () => {
    const connection = await openHttp2(engine);
    const headers = { 'x-service-token': world.token('alice') };
    const wide = `/v1/files/${world.id('wide')}`;
    const cut = connection.session.request({ ...headers, ':path': wide });
    cut.once('data', () => cut.close(8));
    cut.on('error', () => {});
    const answer = await connection.call('GET', wide, headers);
    expect(answer.status).toBe(200);
    expect(answer.json.document.children[0].children).toHaveLength(12_000);
    await connection.close();
  });

  it('a push whose connection breaks changes nothing', async () => {
    const versions = `/v1/files/${world.id('target')}/versions`;
    const before = (await world.get(versions)).json;
    await new Promise<void>((resolve) => {
      const outgoing = request(`${engine.url}${content}`, {
        method: 'PUT',
        ca: engine.ca,
        headers: { 'x-service-token': world.token('alice-push'), 'content-length': 1_000_000 },
      });
      outgoing.on('error', () => resolve());
      outgoing.on('close', () => resolve());
      outgoing.write(JSON.stringify(smallFile('Half')), () => setTimeout(() => outgoing.destroy(), 100));
    });
    await wait(100);
    expect((await world.get(versions)).json).toEqual(before);
  });

  const text = (value: unknown) => JSON.stringify(value);
  const whole = text(exampleFile);
  const twice = text(smallFile('A')).replace('"children":[]', '"children":[{"id":"1:1","type":"FRAME"}]');
  const cycle = text(smallFile('A')).replace('"children":[]', '"children":[{"id":"0:1","type":"FRAME"}]');
  const hostile: Readonly<Record<string, string | Buffer>> = {
    'nothing at all': '',
    'no JSON': 'hello',
    'a file that was cut': whole.slice(0, -200),
    'a file that was cut in a text': whole.slice(0, whole.indexOf('Grüße') + 3),
    'bytes that are not UTF-8': Buffer.concat([
      Buffer.from(whole.slice(0, 30)),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from(whole.slice(30)),
    ]),
    'half a surrogate in bytes': Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from(`",${whole.slice(1)}`),
    ]),
    'something after the end': `${whole}{}`,
    'two ids alike': twice,
    'a node inside of itself by its id': cycle,
    'a list instead of a file': '[]',
    null: 'null',
    'an object that is no file': '{"hello":"world"}',
    'a document that is text': '{"document":"x"}',
    'children that are text': text(smallFile('A')).replace('"children":[]', '"children":"x"'),
    'a child that is a number': text(smallFile('A')).replace('"children":[]', '"children":[7]'),
    'an id that is a number': text(smallFile('A')).replace('"id":"1:1"', '"id":11'),
    'components that are a list': text(smallFile('A')).replace('"components":{}', '"components":[]'),
    'a number that is none': whole.replace('"width":10', '"width":0x10'),
    'a number with a leading zero': whole.replace('"width":10', '"width":010'),
    'a comma at the end': whole.replace('"strokeGeometry":[]', '"strokeGeometry":[],'),
    'a control character in a text': whole.replace('"Card"', '"Ca\u0001rd"'),
    'the same property twice': whole.replace('{"name"', '{"document":{},"name"'),
    'compressed bytes': gzipSync(whole),
    'deep nesting without a document': '['.repeat(1_000_000),
    'deep nesting in a node': text(smallFile('A')).replace(
      '"children":[]',
      `"children":${'['.repeat(500_000)}`,
    ),
  };

  it.each(Object.entries(hostile))(
    'a push of %s is refused with a sentence and changes nothing',
    async (_, body) => {
      const before = (await world.get(`/v1/files/${world.id('target')}/versions`)).json;
      const headers = { 'content-type': 'application/json' };
      const answer = await world.call('PUT', content, { as: 'alice-push', body, headers });
      expect(answer.status).toBe(400);
      expectError(answer, 400, /^\S[^\n]{10,400}[.)]?$/);
      expect(answer.text.length).toBeLessThan(2000);
      expect((await world.get(`/v1/files/${world.id('target')}/versions`)).json).toEqual(before);
    },
  );

  it('bodies that are not JSON, or of a wrong shape, are refused with the name of the fault', async () => {
    const target = `/workspace/v1/files/${world.id('target')}`;
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{', '{"name":', 'null', '[]', '"x"', '{"name":""}', '{"name":7}', '{}']) {
      expectError(await world.call('PATCH', target, { as: 'alice-push', body, headers }), 400);
    }
    const nul = await world.call('PATCH', target, {
      as: 'alice-push',
      body: '{"name":"a\\u0000b"}',
      headers,
    });
    expectError(nul, 400, /NUL/);
    const form = { 'content-type': 'text/plain' };
    const plain = await world.call('PATCH', target, {
      as: 'alice-push',
      body: '{"name":"x"}',
      headers: form,
    });
    expectError(plain, 400, /text\/plain/);
    const large = JSON.stringify({ name: 'x'.repeat(1_200_000) });
    expectError(await world.call('PATCH', target, { as: 'alice-push', body: large, headers }), 413);
    expect((await world.get(`/v1/files/${world.id('target')}/meta`)).json.file.name).toBe('File target');
  });

  it('a tree of 10,000 levels is stored and answered whole', async () => {
    const levels = 10_000;
    const open = Array.from(
      { length: levels },
      (_, index) => `{"id":"5:${index}","name":"n","type":"FRAME","children":[`,
    ).join('');
    const page = `{"id":"0:1","name":"p","type":"CANVAS","children":[${open}${']}'.repeat(levels)}]}`;
    const body = `{"document":{"id":"0:0","name":"d","type":"DOCUMENT","children":[${page}]},"components":{},"componentSets":{},"styles":{}}`;
    const made = await world.call('POST', '/workspace/v1/files', {
      as: 'alice-push',
      body: { name: 'Deep', project: world.id('200') },
    });
    const deep = `/v1/files/${made.json.key}`;
    const pushed = await world.call('PUT', `/workspace${deep}/content`, { as: 'alice-push', body });
    expect(pushed.json).toMatchObject({ nodes: levels + 2 });
    const answer = await world.get(deep);
    expect(answer.text.split('"type":"FRAME"').length - 1).toBe(levels);
    const bottom = await world.get(`${deep}?ids=5:${levels - 1}`);
    expect(bottom.text.split('"type":"FRAME"').length - 1).toBe(levels);
    const two = await world.get(`${deep}/nodes?ids=5:9000&depth=1`);
    expect(two.text.split('"type":"FRAME"').length - 1).toBe(2);
  });
});

/** Starts a download and ends the connection at its first bytes. */
function hangUp(url: string, ca: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ca, headers, agent: false }, (incoming) => {
      incoming.once('data', () => incoming.destroy());
      incoming.on('error', () => {});
      incoming.once('close', () => resolve());
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

/** How many files and connections a process has open, where the system tells it. */
function openFiles(pid: number | undefined): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}
