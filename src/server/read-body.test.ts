import { once } from 'node:events';
import http2 from 'node:http2';
import { request } from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { nextTurn } from '../content/yielding.ts';
import { bodyBytes } from '../contract/body-bytes.ts';
import { type BodyLimit, type OperationId, operationContract, operationIds } from '../contract/contract.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { roomForBodies } from './body-room.ts';
import { createHttp2Server } from './http2-server.ts';
import { readBody, readJson } from './read-body.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Sent {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body: string | Buffer;
}
interface Got {
  readonly status: number;
  readonly text: string;
}

/** In chunks, so that nothing but the body itself tells of it. */
async function overHttp1({ path, headers, body }: Sent): Promise<Got> {
  const outgoing = request(server.url + path, { method: 'POST', headers, rejectUnauthorized: false });
  outgoing.write(body);
  outgoing.end();
  const [incoming] = await once(outgoing, 'response');
  const text = Buffer.concat(await incoming.toArray()).toString();
  return { status: incoming.statusCode, text };
}

async function overHttp2({ path, headers, body }: Sent): Promise<Got> {
  const session = http2.connect(server.url, { rejectUnauthorized: false });
  try {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    stream.end(body);
    const [answer] = await once(stream, 'response');
    return { status: answer[':status'], text: Buffer.concat(await stream.toArray()).toString() };
  } finally {
    session.close();
  }
}

const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const team = (name: string) => JSON.stringify({ name, organization: '1' });

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
])('A body over %s', (_protocol, send) => {
  const head = () => ({ 'x-service-token': server.adminToken });
  const post = (body: string | Buffer, type?: string, path = '/workspace/v1/teams') =>
    send({
      path,
      body,
      headers: {
        'x-service-token': server.adminToken,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    });

  test.each([
    ['without a type', team('Bare'), undefined],
    ['of a type with parameters', team('Plain'), 'Application/JSON ; charset=utf-8'],
    ['of a type made of JSON', team('Suffix'), 'application/vnd.teams+json'],
    ['behind a byte order mark', Buffer.concat([mark, Buffer.from(team('Marked'))]), 'application/json'],
  ])('is read as JSON %s', async (_title, body, type) => {
    expect(await post(body, type)).toMatchObject({ status: 200 });
  });

  test.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'text/json',
  ])('of the type %s is refused with 400 and the type', async (type) => {
    const { status, text } = await post(team('Other'), type);
    expect([status, JSON.parse(text).err]).toEqual([
      400,
      `The body has to be JSON, of the type application/json; it came as "${type.split(';')[0]}".`,
    ]);
  });

  test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('is read where its charset is %s', async (charset) => {
    expect(await post(team('Said'), `application/json; charset=${charset}`)).toMatchObject({ status: 200 });
  });

  test('of a form is read where its charset is iso-8859-1, as some clients call ASCII', async () => {
    const type = 'application/x-www-form-urlencoded; charset=ISO-8859-1';
    expect(await post('grant_type=none', type, '/v1/oauth/token')).toMatchObject({ status: 400 });
  });

  test.each(['utf-16', '"UTF-16LE"', 'utf-7'])(
    'that says it is in the charset %s is refused with 415, and by that name',
    async (charset) => {
      const sent: [path: string, type: string][] = [
        ['/workspace/v1/teams', 'application/json'],
        ['/mcp', 'application/json'],
        ['/v1/oauth/token', 'application/x-www-form-urlencoded'],
      ];
      for (const [path, type] of sent) {
        const { status, text } = await post(team('Other'), `${type}; charset=${charset}`, path);
        expect([path, status]).toEqual([path, 415]);
        expect(text).toContain(charset.replaceAll('"', ''));
        expect(text).toContain('UTF-8');
      }
    },
  );

  test.each(['gzip', 'br', 'deflate, gzip'])(
    'that came packed as %s is refused with 415, and by that name',
    async (encoding) => {
      const sent = { ...head(), 'content-encoding': encoding };
      for (const path of ['/workspace/v1/teams', '/workspace/v1/fonts', '/v1/oauth/token']) {
        const { status, text } = await send({ path, body: gzipSync(team('Packed')), headers: sent });
        expect([path, status]).toEqual([path, 415]);
        expect(text).toContain(encoding);
        expect(text).toContain('Content-Encoding');
      }
    },
  );

  test('is taken where it says that it is not packed', async () => {
    const headers = { ...head(), 'content-encoding': 'identity' };
    expect(await send({ path: '/workspace/v1/teams', body: team('Plain'), headers })).toMatchObject({
      status: 200,
    });
  });

  test('whose type is no type at all is refused with 400', async () => {
    expect(await post(team('Odd'), 'application')).toMatchObject({ status: 400 });
  });

  test('that is not UTF-8 is refused with 400', async () => {
    for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc3]]) {
      const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      const { status, text } = await post(body, 'application/json');
      expect([status, JSON.parse(text).err]).toEqual([400, 'The body is not text in UTF-8.']);
    }
  });

  test('without any byte is none, whatever its type', async () => {
    const { status, text } = await post('', 'text/plain');
    expect([status, JSON.parse(text).err]).toEqual([400, 'Missing body.']);
  });

  test('of a megabyte and more is refused while it comes', async () => {
    expect(await post(Buffer.alloc(1024 * 1024 + 1, 32))).toMatchObject({ status: 413 });
  });

  describe('at a token endpoint', () => {
    const form = 'application/x-www-form-urlencoded';
    const exchange = (body: string, type?: string) => post(body, type, '/v1/oauth/token');

    test.each([undefined, 'application/json', 'text/plain'])(
      'has to be a form and is none with the type %s',
      async (type) => {
        const { status, text } = await exchange('grant_type=refresh_token', type);
        expect([status, JSON.parse(text).error]).toEqual([400, 'invalid_request']);
        expect(text).toContain(`The body has to be a form, of the type ${form}`);
      },
    );

    test('has a hundred fields at the most, each once', async () => {
      const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=`).join('&');
      expect((await exchange(`grant_type=x&${fields(99)}`, form)).text).toContain('unsupported_grant_type');
      expect(await exchange(fields(101), form)).toMatchObject({
        status: 400,
        text: expect.stringContaining('A form has 100 fields at the most.'),
      });
      expect((await exchange('a=1&b=2&a=3', form)).text).toContain('was given twice');
    });

    test('is small', async () => {
      expect(await exchange(`code=${'x'.repeat(128 * 1024)}`, form)).toMatchObject({ status: 413 });
    });
  });

  test('is not looked at where no operation takes one', async () => {
    const odd = await post('{', 'application/x-www-form-urlencoded', '/v1/nothing');
    expect([odd.status, JSON.parse(odd.text).err]).toEqual([404, 'Not found']);
  });
});

describe('A body that is announced', () => {
  const importMaxBytes = 2000;
  const announced = (id: OperationId, sizeBytes: number) => {
    const raw = Object.assign(Readable.from([]), { headers: {} });
    const request = { raw, headers: { 'content-length': String(sizeBytes) } } as unknown as FastifyRequest;
    const sender = { party: { organization: '', caller: '' }, hangUp: () => new AbortController().signal };
    const room = roomForBodies()(sender);
    return readBody(request, { contract: operationContract(id), importMaxBytes }, room);
  };
  const bounded = operationIds.filter((id) => operationContract(id).body?.raw === false);

  test.each(bounded)('for %s is refused unread where the contract takes no more', async (id) => {
    const most = bodyBytes(operationContract(id).body?.mostBytes as BodyLimit, importMaxBytes);
    await expect(announced(id, most + 1)).rejects.toMatchObject({ status: 413 });
    expect(await announced(id, most)).toBeUndefined();
  });
});

test('A large body holds room for its bytes until all of its value is made', async () => {
  const raw = Object.assign(Readable.from([Buffer.from(`[${'1,'.repeat(200_000)}`)]), { headers: {} });
  const sender = { party: { organization: '', caller: '' }, hangUp: () => new AbortController().signal };
  const leaveBytes = vi.fn();
  const room = { ...roomForBodies()(sender), leaveBytes };
  const request = { raw, headers: {} } as unknown as FastifyRequest;
  await expect(readJson(request, 2 ** 20, room)).rejects.toMatchObject({ status: 400 });
  expect(leaveBytes).not.toHaveBeenCalled();
});

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = http2.constants;

describe.each([NGHTTP2_CANCEL, NGHTTP2_NO_ERROR])(
  'A body over HTTP/2 whose stream is reset with code %d',
  (code) => {
    test.each([
      ['of JSON', 'createTeam', {}, team('Cut off')],
      [
        'that is a form',
        'postOAuthToken',
        { 'content-type': 'application/x-www-form-urlencoded' },
        'code=cut',
      ],
    ] as const)('%s is refused, whatever of it is there', async (_title, id, headers, body) => {
      const sender = { party: { organization: '', caller: '' }, hangUp: () => new AbortController().signal };
      const room = roomForBodies()(sender);
      const read = Promise.withResolvers<unknown>();
      const begun = Promise.withResolvers<void>();
      const readAll = async (raw: http2.Http2ServerRequest): Promise<unknown> => {
        const route = { contract: operationContract(id), importMaxBytes: 2 ** 20 };
        const reading = readBody({ raw, headers: raw.headers } as unknown as FastifyRequest, route, room);
        raw.stream.once('data', begun.resolve);
        return reading;
      };
      const receiver = http2.createServer((raw) => void readAll(raw).then(read.resolve, read.reject));
      await once(receiver.listen(0, '127.0.0.1'), 'listening');
      const session = http2.connect(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
      const stream = session.request({ ':method': 'POST', ...headers }).on('error', () => {});
      stream.write(body);
      await begun.promise;
      stream.close(code);
      const sentence = 'The request ended before its body did.';
      await expect(read.promise).rejects.toMatchObject({ status: 400, message: sentence });
      session.destroy();
      receiver.close();
    });
  },
);

test('An empty body over HTTP/2 ends for its reader, though it came while its request waited for its turn', async () => {
  const waiting: (() => void)[] = [];
  const answer = async (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => {
    for await (const _piece of request);
    response.end('read');
  };
  const patience = { unreadMs: 60_000, stalledMs: 60_000, bodyMs: 60_000 };
  const turns = { take: (_client: unknown, begin: () => void) => void waiting.push(begin) };
  const { take } = createHttp2Server(answer as never, patience, undefined, { turns });
  const receiver = net.createServer(take).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const session = http2.connect(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    receiver.close();
  });
  const stream = session.request({ ':method': 'POST' });
  stream.end('');
  await expect.poll(() => waiting).toHaveLength(1);
  // Answered once all that was sent before is parsed.
  await new Promise((answered) => session.ping(answered));
  await nextTurn();
  waiting[0]?.();
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('read');
});
