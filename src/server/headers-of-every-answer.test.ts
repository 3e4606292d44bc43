import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { baseUrl: 'https://design.example.com' } });
});
afterAll(() => server.close());

type Headers = Readonly<Record<string, unknown>>;

/** Sends a request and reads the head of its answer, and the status as `:status`. */
async function headOf(request: string, isPlain = false): Promise<Headers> {
  const place = { port: server.port, host: '127.0.0.1' };
  const socket = isPlain ? net.connect(place) : tls.connect({ ...place, rejectUnauthorized: false });
  socket.on('error', () => {}).write(request);
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes('\r\n\r\n')) break;
  }
  const [line = '', ...lines] = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
  const named = lines
    .map((header) => header.split(': '))
    .map(([name = '', value]) => [name.toLowerCase(), value]);
  return { ':status': Number(line.split(' ')[1]), ...Object.fromEntries(named) };
}

async function headOverHttp2(headers: http2.OutgoingHttpHeaders): Promise<Headers> {
  const session = http2.connect(server.url, { rejectUnauthorized: false });
  try {
    const stream = session.on('error', () => {}).request(headers, { endStream: true });
    const [answer] = await once(stream, 'response');
    return answer;
  } finally {
    session.destroy();
  }
}

const everywhere = {
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  'x-content-type-options': 'nosniff',
};
const strict = { 'strict-transport-security': 'max-age=31536000' };
const filler = 'a'.repeat(500_000);

describe('The headers that every answer has', () => {
  test.each([
    [200, 'GET', '/healthz'],
    [204, 'OPTIONS', '/v1/me'],
    [403, 'GET', '/v1/me'],
    [403, 'HEAD', '/v1/me'],
    [404, 'GET', '/nothing'],
    [400, 'GET', '/%ff'],
    [400, 'GET', '/v1/files/%ff'],
    [400, 'GET', '/%00'],
    [400, 'GET', `/healthz?${'&'.repeat(1000)}`],
    [414, 'GET', `/v1/files/${'a'.repeat(1001)}`],
    [405, 'TRACE', '/v1/me'],
    [405, 'BREW', '/v1/me'],
    [303, 'GET', '/settings'],
  ])('are there with %i to %s, over either version of HTTP', async (status, method, path) => {
    const wanted = { ':status': status, ...everywhere, ...strict };
    const accept = path === '/settings' ? 'text/html' : '*/*';
    expect(await headOf(`${method} ${path} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`)).toMatchObject(
      wanted,
    );
    expect(await headOverHttp2({ ':method': method, ':path': path, accept })).toMatchObject(wanted);
  });

  test.each([
    [400, 'no request of HTTP at all\r\n\r\n'],
    [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n'],
    [405, 'WHATEVER /v1/me HTTP/1.1\r\nHost: x\r\n\r\n'],
    [405, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [414, `GET /${filler} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [431, `GET / HTTP/1.1\r\nHost: x\r\nX-Filler: ${filler}\r\n\r\n`],
  ])('are there with %i to what Node takes for no request or for a tunnel', async (status, request) => {
    expect(await headOf(request)).toMatchObject({ ':status': status, ...everywhere, ...strict });
  });

  test.each([
    [403, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    [403, 'GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n'],
    [403, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [403, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, 'no request of HTTP at all\r\n\r\n'],
  ])('are there with %i in plain text, without what is for TLS alone', async (status, request) => {
    const head = await headOf(request, true);
    expect(head).toMatchObject({ ':status': status, ...everywhere });
    expect(head).not.toHaveProperty('strict-transport-security');
  });

  test('come with a tunnel that is asked for over HTTP/2', async () => {
    const head = await headOverHttp2({ ':method': 'CONNECT', ':authority': 'example.com:443' });
    expect(head).toMatchObject({ ':status': 405, ...everywhere, ...strict });
  });
});
