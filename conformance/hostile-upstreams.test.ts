import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdministrator, madeByAdministrator } from './harness/as-administrator.ts';
import { cast } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { exampleFile, pixelPng } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { openStandInUpstream, type StandInUpstream } from './harness/stand-in-upstream.ts';
import { createWorld, type World } from './harness/world.ts';

const long = 'x'.repeat(100_000);
const many = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));
const person = { id: '7', handle: `Ada\u202e${long}`, img_url: `javascript:${long}` };
const touched = { last_touched_at: '2026-01-01T00:00:00Z', last_touched_by: person };

/** More of everything than there may be, by the ends of the paths. */
const tooMuch: Readonly<Record<string, () => object>> = {
  '/meta': () => ({ file: { name: long, version: '100', ...touched } }),
  '/images': () => ({
    meta: { images: Object.fromEntries(many(20_001, (at) => [`a${at}`, 'https://127.0.0.1:1/never'])) },
  }),
  '/comments': () => ({
    comments: many(100_001, (at) => ({ id: `${at}`, message: 'm', created_at: touched.last_touched_at })),
  }),
  '/versions': () => ({ versions: [{ id: '100', label: long, description: long }] }),
  '/dev_resources': () => ({
    dev_resources: many(10_001, (at) => ({
      id: `${at}`,
      node_id: '1:1',
      name: 'n',
      url: `https://a.example/${at}`,
    })),
  }),
  '/files': () => ({
    files: many(20_001, (at) => ({ key: `k${at}`, name: 'n', last_modified: touched.last_touched_at })),
  }),
};

/** What is stored as it is by no database, or could not be restored from a backup. */
const unkept: typeof tooMuch = {
  '/meta': () => ({ file: { name: 'Kept', version: '100\0', last_touched_at: touched.last_touched_at } }),
  '/comments': () => ({
    comments: [{ id: '1', message: 'a\0b\ud800', created_at: touched.last_touched_at, resolved_at: 'never' }],
  }),
  '/versions': () => ({ versions: [{ id: '100\ufffd', label: `x${'😀'.repeat(100)}` }] }),
  '/dev_resources': () => ({
    dev_resources: [{ id: '../1', node_id: '1:1', name: 'n', url: 'https://a.example' }],
  }),
};
const farAway = {
  '/meta': () => ({ file: { name: 'Far', version: '1', last_touched_at: '+275760-09-13T00:00:00Z' } }),
};
const endless = { '/meta': () => ({ file: { name: 'x'.repeat(5_000_000) } }) };

const send = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** What a server of the interface says of a small file, unless `more` says something else. */
function answer({ url = '' }: IncomingMessage, response: ServerResponse, more: typeof tooMuch = {}): void {
  const [path = ''] = url.split('?');
  const own = Object.entries(more).find(([end]) => path.endsWith(end))?.[1];
  const meta = { file: { name: 'Example', version: '100', ...touched, last_touched_by: undefined } };
  if (own !== undefined) send(response, own());
  else if (path.endsWith('/meta')) send(response, meta);
  else send(response, /\/files\/[^/]+$/.test(path) ? { ...exampleFile, version: '100' } : {});
}

interface Picture {
  readonly bytes: Buffer;
  /** What it is from the second time on that somebody asks. */
  readonly later?: Buffer;
  readonly withoutTag?: boolean;
  readonly isAlwaysCut?: boolean;
}

/** A picture with as much behind it as it takes to be sent in several pieces. */
const padded = (by: string): Buffer => Buffer.concat([pixelPng, Buffer.alloc(200_000, by)]);
/** A design that shows these images. */
const designOf = (refs: readonly string[]): object => {
  const rectangle = (imageRef: string, at: number) => ({
    id: `1:${at + 1}`,
    name: imageRef,
    type: 'RECTANGLE',
    fills: [{ type: 'IMAGE', scaleMode: 'FILL', blendMode: 'NORMAL', imageRef }],
  });
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: refs.map(rectangle) };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  return { ...exampleFile, version: '100', document };
};

const pathOf = (address: string): string => address.slice(new URL(address).origin.length);
const halfOf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

/** Sends half of it and cuts the connection the first time, and what is asked for of it later. */
function sendPicture(
  { headers: { range, 'if-range': condition } }: IncomingMessage,
  response: ServerResponse,
  { bytes, later = bytes, withoutTag, isAlwaysCut }: Picture,
  isFirst: boolean,
): void {
  const present = isFirst ? bytes : later;
  const etag = `"${present.at(-1)}"`;
  const tag = withoutTag === true ? {} : { etag };
  const isCut = isFirst || isAlwaysCut === true;
  const from = condition === etag && !isCut ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]) : 0;
  const place = `bytes ${from}-${present.length - 1}/${present.length}`;
  response.writeHead(from > 0 ? 206 : 200, {
    ...tag,
    'content-length': present.length - from,
    ...(from > 0 ? { 'content-range': place } : {}),
  });
  if (isCut) response.write(halfOf(present), () => response.socket?.end());
  else response.end(present.subarray(from));
}

onOwnServers('An upstream that means ill', ({ postgres }) => {
  let server: Server;
  let world: World;
  let standIn: StandInUpstream;
  beforeAll(async () => {
    server = await startServer({ postgres });
    world = await createWorld(server, cast());
    standIn = await openStandInUpstream(server.installation);
  });
  afterAll(async () => {
    await standIn?.close();
    await server?.stop();
    await server?.installation.remove();
  });

  const ask = (method: string, path: string, body?: unknown) => asAdministrator(server, method, path, body);
  const make = async (path: string, body: object): Promise<string> =>
    (await madeByAdministrator(server, path, body)).id;
  const upstreamOf = (organization: string, name: string) =>
    make('/workspace/v1/upstreams', {
      name,
      organization: world.id(organization),
      share: 1,
      base_url: standIn.url,
      ca: standIn.ca,
      token: 'a-token',
    });
  const mirror = (upstream: string, thing: object, project = world.id('200')) =>
    make('/workspace/v1/mirrors', { upstream, project, ...thing });

  it('tells more than there may be has the document taken, each part refused by its number, and no text at length', async () => {
    standIn.answer((request, response) => answer(request, response, tooMuch));
    const id = await mirror(await upstreamOf('900', 'Much'), { file_key: 'much' });
    const synced = (await ask('POST', `/workspace/v1/mirrors/${id}/sync`)).text;
    const steps = (await ask('GET', '/workspace/v1/files/much/mirror')).text;
    for (const number of ['20,001', '100,001', '10,001']) expect(steps).toContain(number);
    const versions = await ask('GET', '/v1/files/much/versions');
    expect(versions.json.versions[0]).toMatchObject({
      label: long.slice(0, 200),
      user: { handle: 'Somebody', img_url: '' },
    });
    const name = (await ask('GET', '/v1/files/much/meta')).json.file.name;
    expect([name, synced.includes('"name":"Untitled"')]).toEqual(['Untitled', true]);
    for (const text of [synced, steps, versions.text]) expect(text.length).toBeLessThan(20_000);
    expect(standIn.asked.length).toBeLessThan(15);
  });

  it('tells what no database keeps has it cleaned, or refused with a sentence', async () => {
    standIn.answer((request, response) => answer(request, response, unkept));
    const id = await mirror(await upstreamOf('900', 'Unkept'), { file_key: 'unkept' });
    expect((await ask('POST', `/workspace/v1/mirrors/${id}/sync`)).json.state).toBe('current');
    expect((await ask('GET', '/workspace/v1/files/unkept/mirror')).text).toContain('has no id \\"id\\"');
    const { comments } = (await ask('GET', '/v1/files/unkept/comments')).json;
    expect(comments).toMatchObject([{ id: '1', message: 'a\ufffdb\ufffd', resolved_at: null }]);
  });

  it.each([
    ['a time of another era', farAway, 'has no time "last_touched_at"'],
    ['megabytes of metadata', endless, 'larger than 4,194,304 bytes'],
  ])('tells %s is refused by a sentence', async (_what, told, sentence) => {
    standIn.answer((request, response) => answer(request, response, told));
    const upstream = await upstreamOf('900', sentence);
    const body = { file_key: 'refused', project: world.id('200') };
    const { json } = await ask('POST', `/workspace/v1/upstreams/${upstream}/pull`, body);
    expect(json.err).toContain(sentence);
  });

  it('answers a part whose children are no list is refused, and the server goes on', async () => {
    standIn.answer((request, response) => {
      const { url = '' } = request;
      if (!/\/files\/parts\?/.test(url)) return answer(request, response);
      if (url.includes('depth=1'))
        return void send(response, { document: { id: '0:0', children: { a: 1 } } });
      const type = { 'content-type': 'application/json' };
      response.writeHead(400, type).end(JSON.stringify({ err: 'Request too large' }));
    });
    const upstream = await upstreamOf('900', 'Parts');
    const body = { file_key: 'parts', project: world.id('200') };
    const { status, json } = await ask('POST', `/workspace/v1/upstreams/${upstream}/pull`, body);
    expect([status, json.err]).toEqual([502, expect.stringContaining('something that is no design')]);
  });

  it('lists more files than a project may have is refused by that number, and none comes', async () => {
    standIn.answer((request, response) => answer(request, response, tooMuch));
    const id = await mirror(await upstreamOf('900', 'Lists'), { project_id: '71' });
    const { json } = await ask('POST', `/workspace/v1/mirrors/${id}/sync`);
    expect([json.files, json.reason]).toEqual([[], expect.stringContaining('20,001 files of one project')]);
  });

  it('breaks off in the middle of images has them resumed, or begun anew, and none is kept but whole', async () => {
    const pictures: Readonly<Record<string, Picture>> = {
      resumed: { bytes: padded('r') },
      anew: { bytes: padded('a'), withoutTag: true },
      changed: { bytes: padded('b'), later: padded('c') },
      endless: { bytes: padded('e'), isAlwaysCut: true },
    };
    const refs = Object.keys(pictures);
    const images = Object.fromEntries(refs.map((ref) => [ref, `${standIn.url}/picture/${ref}`]));
    const asked = Object.fromEntries(refs.map((ref): [string, unknown[]] => [ref, []]));
    standIn.answer((request, response) => {
      const [, ref = ''] = /^\/picture\/(\w+)$/.exec(request.url ?? '') ?? [];
      const picture = pictures[ref];
      if (picture === undefined)
        return answer(request, response, {
          '/images': () => ({ meta: { images } }),
          '/files/cut': () => designOf(refs),
        });
      const isFirst = asked[ref]?.length === 0;
      asked[ref]?.push(request.headers.range);
      sendPicture(request, response, picture, isFirst);
    });
    const id = await mirror(await upstreamOf('900', 'Cut'), { file_key: 'cut' });
    const { json } = await ask('POST', `/workspace/v1/mirrors/${id}/sync`);
    expect(JSON.stringify(json)).toContain("image endless: The upstream's answer ended before");
    const fills = (await ask('GET', '/v1/files/cut/images')).json.meta.images;
    expect(Object.keys(fills).sort()).toEqual(['anew', 'changed', 'resumed']);
    for (const [ref, { bytes, later = bytes }] of Object.entries(pictures).slice(0, 3))
      expect([ref, (await server.call('GET', pathOf(fills[ref]))).bytes.equals(later)]).toEqual([ref, true]);
    const half = `bytes=${halfOf(padded('r')).length}-`;
    expect(asked).toMatchObject({
      resumed: [undefined, half],
      anew: [undefined, undefined],
      changed: [undefined, half],
    });
    expect(asked.endless?.length).toBe(4);
  });

  it('never ends its answers keeps nobody but its own organization waiting', async () => {
    const held: ServerResponse[] = [];
    standIn.answer((request, response) => {
      if (!/\/files\/slow\d$/.test((request.url ?? '').split('?')[0] ?? '')) return answer(request, response);
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      held.push(response);
    });
    const organization = world.id('901');
    const team = await make('/workspace/v1/teams', { name: 'Theirs', organization });
    const theirs = await make('/workspace/v1/projects', { name: 'Theirs', team });
    for (const at of [1, 2])
      await mirror(await upstreamOf('901', `Slow ${at}`), { file_key: `slow${at}` }, theirs);
    await expect.poll(() => held.length, { timeout: 60_000 }).toBe(2);
    const id = await mirror(await upstreamOf('900', 'Quick'), { file_key: 'quick' });
    const state = async () => (await ask('GET', `/workspace/v1/mirrors/${id}`)).json.state;
    await expect.poll(state, { timeout: 30_000 }).toBe('current');
    expect(held.every(({ writableEnded, destroyed }) => !writableEnded && !destroyed)).toBe(true);
    for (const response of held) response.destroy();
  });
});
