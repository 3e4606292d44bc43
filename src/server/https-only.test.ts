import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type Headers = Record<string, string | string[]>;

let behindProxy: TestServer;
let alone: TestServer;
beforeAll(async () => {
  behindProxy = await startTestServer({ settings: { trustedProxies: '127.0.0.0/8' } });
  alone = await startTestServer();
});
afterAll(() => Promise.all([behindProxy.close(), alone.close()]));

async function overHttp1({ port }: TestServer, headers: Headers, isPlain = false): Promise<number> {
  const options = { port, host: '127.0.0.1', path: '/healthz', headers, agent: false };
  const outgoing = isPlain ? http.get(options) : https.get({ ...options, rejectUnauthorized: false });
  const [answer] = (await once(outgoing, 'response')) as [http.IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

async function overHttp2({ url }: TestServer, headers: Headers): Promise<number> {
  const session = http2.connect(url, { rejectUnauthorized: false });
  try {
    const [answer] = await once(session.request({ ':path': '/healthz', ...headers }), 'response');
    return answer[':status'];
  } finally {
    session.close();
  }
}

const inPlain = (server: TestServer, headers: Headers) => overHttp1(server, headers, true);

const said: [said: string | string[], status: number][] = [
  ['https', 200],
  ['HTTPS', 200],
  ['https, https', 200],
  ['https,Https ,  https', 200],
  [['https', 'https'], 200],
  ['http', 403],
  ['https, http', 403],
  ['http,https', 403],
  ['https,', 403],
  ['wss', 403],
  [['https', 'http'], 403],
];

describe('What a trusted proxy says of its client', () => {
  test.each(said)('counts, however the proxy comes: %s is answered %i', async (proto, status) => {
    const headers = { 'x-forwarded-proto': proto };
    expect(await overHttp1(behindProxy, headers)).toBe(status);
    expect(await overHttp2(behindProxy, headers)).toBe(status);
    expect(await inPlain(behindProxy, headers)).toBe(status);
  });

  test('is needed without TLS only', async () => {
    expect(await overHttp1(behindProxy, {})).toBe(200);
    expect(await overHttp2(behindProxy, {})).toBe(200);
    expect(await inPlain(behindProxy, {})).toBe(403);
  });

  test('counts of nobody else', async () => {
    expect(await overHttp1(alone, { 'x-forwarded-proto': 'http' })).toBe(200);
    expect(await inPlain(alone, { 'x-forwarded-proto': 'https' })).toBe(403);
  });
});
