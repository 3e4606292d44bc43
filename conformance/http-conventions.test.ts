import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { type Answer, answerOf, clientOf } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError, jsonType, tellable } from './harness/error-checks.ts';
import { exampleFile, imageRef, pixelPng, wideFile } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

function decoded({ headers, bytes }: Answer): Buffer {
  const encoding = headers['content-encoding'];
  return encoding === undefined ? bytes : (decoders[String(encoding)] as (bytes: Buffer) => Buffer)(bytes);
}

onEachEngine('HTTP conventions', (engine) => {
  let world: World;
  let file: string;
  let wide: string;

  beforeAll(async () => {
    const images = { [imageRef]: pixelPng.toString('base64') };
    world = await createWorld(
      engine,
      cast({
        files: [fileOf('main', exampleFile, { images }), fileOf('wide', wideFile(3000, 100))],
      }),
    );
    file = `/v1/files/${world.id('main')}`;
    wide = `/v1/files/${world.id('wide')}`;
  });

  it('a bare question mark and unknown parameters are ignored', async () => {
    const plain = await world.get(file);
    for (const query of ['?', '?node_last_modified=true', '?foo', '?foo=bar&=&&', '?DEPTH=1', '?a[b]=c']) {
      expect((await world.get(file + query)).bytes.equals(plain.bytes)).toBe(true);
    }
  });

  it('a slash at the end changes nothing', async () => {
    for (const path of [file, `${file}/meta`, `${file}/images`, '/v1/me', '/openapi.json']) {
      const [without, within] = [await world.get(path), await world.get(`${path}/`)];
      expect(without.status).toBe(200);
      expect(tellable(within)).toEqual(tellable(without));
    }
    const query = '?ids=1:1&depth=1';
    expect(
      (await world.get(`${file}/nodes/${query}`)).bytes.equals(
        (await world.get(`${file}/nodes${query}`)).bytes,
      ),
    ).toBe(true);
    const remove = (slash: string) => world.call('DELETE', `/v2/webhooks/1${slash}`);
    expect(tellable(await remove('/'))).toEqual(tellable(await remove('')));
  });

  it('Content-Type: application/json without a body is no error on GET and DELETE', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await world.call('GET', file, { headers })).status).toBe(200);
    const made = await world.call('POST', '/workspace/v1/files', {
      as: 'alice-push',
      body: { name: 'Gone soon', project: world.id('200') },
    });
    const gone = await world.call('DELETE', `/workspace/v1/files/${made.json.key}`, {
      as: 'alice-push',
      headers,
    });
    expect(gone.json).toEqual({ status: 200, error: false });
    expectError(await world.get(`/v1/files/${made.json.key}/meta`), 404);
  });

  it('the Host of a request appears in no address of an answer', async () => {
    for (const host of ['api.figma.com', 'evil.example:99', 'localhost']) {
      const headers = { host, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
      for (const path of [
        `${file}/images`,
        `${file}/meta`,
        `${file}/versions?page_size=1`,
        '/openapi.json',
        '/docs',
      ]) {
        const answer = await world.call('GET', path, { headers });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.text).not.toContain(`://${host}`);
        expect(answer.text).not.toContain('evil.example');
      }
    }
  });

  it('addresses of images are absolute, https, and need no token', async () => {
    const url = (await world.get(`${file}/images`)).json.images[imageRef];
    expect(new URL(url).protocol).toBe('https:');
    const download = await clientOf(engine)('GET', url.slice(engine.url.length));
    expect(download.bytes.equals(pixelPng)).toBe(true);
  });

  it('a success never looks like a failure: err is null or absent, error false or absent', async () => {
    for (const path of [
      file,
      `${file}/nodes?ids=1:1`,
      `${file}/images`,
      `${file}/meta`,
      `${file}/versions`,
      '/v1/me',
    ]) {
      const { status, json } = await world.get(path);
      expect(status).toBe(200);
      expect([undefined, null]).toContain(json.err);
      expect([undefined, false]).toContain(json.error);
    }
  });

  it('HEAD answers as GET does, without a body', async () => {
    const image = (await world.get(`${file}/images`)).json.images[imageRef].slice(engine.url.length);
    for (const path of [
      file,
      wide,
      `${file}/nodes?ids=1:1`,
      `${file}/meta`,
      image,
      '/docs',
      '/v1/files/nothing',
    ]) {
      const [head, get] = [await world.call('HEAD', path), await world.get(path)];
      expect(head.bytes.length).toBe(0);
      expect(tellable(answerOf(head.status, head.headers, get.bytes))).toEqual(tellable(get));
    }
  });

  it('an entity tag is answered with 304 as long as nothing changed', async () => {
    for (const path of [file, wide, `${file}/nodes?ids=1:1`, `${file}?depth=1`, '/openapi.json']) {
      const { etag } = (await world.get(path)).headers;
      expect(etag).toMatch(/^"[\w-]+"$/);
      const again = (tag: string) => world.call('GET', path, { headers: { 'if-none-match': tag } });
      for (const tag of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
        const answer = await again(tag);
        expect([path, tag, answer.status, answer.bytes.length]).toEqual([path, tag, 304, 0]);
        expect(answer.headers.etag).toBe(etag);
      }
      expect((await again('"other"')).status).toBe(200);
    }
  });

  it('an entity tag differs by what was asked, by the role, by the encoding and after a change', async () => {
    const tagOf = async (path: string, as = 'alice', encoding = 'identity') =>
      (await world.call('GET', path, { as, headers: { 'accept-encoding': encoding } })).headers.etag;
    const tags = [
      await tagOf(wide),
      await tagOf(wide, 'alice', 'gzip'),
      await tagOf(wide, 'alice', 'br'),
      await tagOf(wide, 'bob'),
      await tagOf(wide, 'carla'),
      await tagOf(`${wide}?depth=1`),
      await tagOf(`${wide}?ids=1:1`),
      await tagOf(`${wide}?branch_data=true`),
      await tagOf(`${wide}/nodes?ids=1:1`),
      await tagOf(`${wide}/nodes?ids=1:2`),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    await world.call('PATCH', `/workspace${wide}`, { as: 'alice-push', body: { name: 'Renamed' } });
    expect(tags).not.toContain(await tagOf(wide));
    expect((await world.get(wide)).json.name).toBe('Renamed');
  });

  it('a cached answer is never given to somebody else: Vary names what the answer depends on', async () => {
    const vary = String((await world.get(file)).headers.vary).toLowerCase();
    for (const name of ['accept-encoding', 'authorization', 'x-service-token', 'x-figma-token']) {
      expect(vary).toContain(name);
    }
  });

  it.each(['br', 'gzip', 'zstd'])(
    'an answer in %s decodes to the same bytes, before it is prepared and after',
    async (encoding) => {
      for (const path of [
        wide,
        `${wide}?geometry=paths`,
        `${wide}?depth=2`,
        `${wide}/nodes?ids=0:1`,
        '/docs',
      ]) {
        const plain = await world.call('GET', path, { headers: { 'accept-encoding': 'identity' } });
        expect(plain.headers).not.toHaveProperty('content-encoding');
        for (let round = 0; round < 4; round += 1) {
          const answer = await world.call('GET', path, { headers: { 'accept-encoding': encoding } });
          expect([path, answer.headers['content-encoding']]).toEqual([path, encoding]);
          expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
          expect(decoded(answer).equals(plain.bytes)).toBe(true);
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
      }
    },
  );

  it('the encoding of an answer is the one that the client prefers among those it accepts', async () => {
    const encodingFor = async (accepted: string) => {
      const answer = await world.call('GET', wide, { headers: { 'accept-encoding': accepted } });
      expect(answer.status).toBe(200);
      expect(JSON.parse(decoded(answer).toString()).document.id).toBe('0:0');
      return answer.headers['content-encoding'];
    };
    expect(await encodingFor('gzip;q=0')).toBeUndefined();
    expect(await encodingFor('identity')).toBeUndefined();
    expect(await encodingFor('')).toBeUndefined();
    expect(await encodingFor('deflate, compress')).toBeUndefined();
    expect(await encodingFor('GZIP')).toBe('gzip');
    expect(await encodingFor('gzip;q=0.4, br;q=0.9')).toBe('br');
    expect(await encodingFor('br;q=0.1, gzip;q=0.9, zstd;q=0.5')).toBe('gzip');
    expect(await encodingFor('gzip, br;q=0, zstd;q=0')).toBe('gzip');
    expect(['br', 'gzip', 'zstd']).toContain(await encodingFor('*'));
    expect(['br', 'gzip', 'zstd']).toContain(await encodingFor('gzip, deflate, br, zstd'));
  });

  it('a small answer, an image and an error are not encoded', async () => {
    const image = (await world.get(`${file}/images`)).json.images[imageRef].slice(engine.url.length);
    for (const path of [`${file}/meta`, image, '/v1/files/nothing']) {
      const answer = await world.call('GET', path, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers).not.toHaveProperty('content-encoding');
    }
  });

  const preflight = {
    origin: 'https://tool.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-figma-token, authorization, content-type',
  };

  it('[H23] web pages of any origin may call the interface, without credentials', async () => {
    const asked = await world.call('OPTIONS', file, { as: null, headers: preflight });
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBe('*');
    const allowed = String(asked.headers['access-control-allow-headers']).toLowerCase();
    for (const name of ['x-service-token', 'x-figma-token', 'authorization', 'content-type']) {
      expect(allowed).toContain(name);
    }
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(asked.headers['access-control-allow-methods']).toContain(method);
    }
    const headers = { origin: 'https://tool.example' };
    const image = (await world.get(`${file}/images`)).json.images[imageRef].slice(engine.url.length);
    for (const path of [file, '/v1/files/nothing', '/v1/nothing', '/v2/webhooks', image]) {
      const answer = await world.call('GET', path, { headers });
      expect([path, answer.headers['access-control-allow-origin']]).toEqual([path, '*']);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const refused = await world.call('GET', file, { as: null, headers });
    expect(refused.headers['access-control-allow-origin']).toBe('*');
  });

  it('[H23] web pages of other origins may not call our own routes', async () => {
    for (const path of ['/workspace/v1/teams', '/test/v1/clock', '/docs', '/metrics', '/v1x', '/']) {
      const asked = await world.call('OPTIONS', path, { as: null, headers: preflight });
      const called = await world.call('GET', path, { headers: { origin: 'https://tool.example' } });
      for (const answer of [asked, called]) {
        expect([path, answer.headers['access-control-allow-origin']]).toEqual([path, undefined]);
      }
    }
  });

  it('every answer forbids guessing its type and has a request id of its own', async () => {
    const seen = new Set<unknown>();
    for (const path of [file, '/v1/files/nothing', '/', '/docs', '/healthz', '/openapi.json']) {
      const { headers } = await world.get(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      seen.add(headers['x-request-id']);
    }
    expect(seen.size).toBe(6);
    const given = await world.call('GET', file, { headers: { 'x-request-id': 'mine' } });
    expect(given.headers['x-request-id']).not.toBe('mine');
    expect((await world.get(file)).headers['content-type']).toBe(jsonType);
  });

  it('the version history pages backwards and forwards by addresses that work as they are', async () => {
    const target = `/workspace${file}`;
    for (const label of ['a', 'b', 'c', 'd']) {
      const named = await world.call('POST', `${target}/versions`, { as: 'alice-push', body: { label } });
      expect([200, 409]).toContain(named.status);
      await world.call('PUT', `${target}/content`, { as: 'alice-push', body: exampleFile });
    }
    const all = (await world.get(`${file}/versions`)).json.versions.map(({ id }: { id: string }) => id);
    expect([...all].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1))).toEqual(all);
    const walked: string[] = [];
    let path: string | undefined = `${file}/versions?page_size=2`;
    let last: string | undefined;
    let lastSize = 0;
    while (path !== undefined) {
      const page: Answer = await world.get(path);
      const { versions, pagination } = page.json;
      walked.push(...versions.map(({ id }: { id: string }) => id));
      expect(versions.length).toBeLessThanOrEqual(2);
      last = pagination.prev_page;
      lastSize = versions.length;
      path = pagination.next_page?.slice(engine.url.length);
    }
    expect(walked).toEqual(all);
    const back = (await world.get(String(last).slice(engine.url.length))).json.versions;
    expect(back.map(({ id }: { id: string }) => id)).toEqual(all.slice(-lastSize - 2, -lastSize));
  });
});
