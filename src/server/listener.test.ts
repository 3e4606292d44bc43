import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureCertificates } from './certificates.ts';
import { createListener, type Listener } from './listener.ts';

let folder: string;
let listener: Listener;
let port: number;
let ca: string;
/** Answers that a test holds back. */
let held: ServerResponse[];

async function credentialsFor(hosts: string[]) {
  return ensureCertificates(join(folder, 'tls'), { hosts, now: Date.now() });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-listener-'));
  held = [];
  const credentials = await credentialsFor([]);
  ca = await readFile(credentials.caPath, 'utf8');
  listener = createListener({
    credentials,
    onRequest: (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/held') held.push(response);
      else response.end('secure');
    },
    onPlainRequest: (_request, response) => response.writeHead(403).end('plain'),
  });
  ({ port } = await listener.listen(0, '127.0.0.1'));
});

afterEach(async () => {
  await listener.close(0);
  await rm(folder, { recursive: true, force: true });
});

/** Sends bytes in plain text and answers all that comes back. */
async function sendRaw(text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer;
}

async function get(path: string, allowH2: boolean): Promise<string> {
  const agent = new Agent({ allowH2, connect: { ca } });
  try {
    const { body } = await request(`https://127.0.0.1:${port}${path}`, { dispatcher: agent });
    return await body.text();
  } finally {
    await agent.close();
  }
}

describe('one port', () => {
  test('serves HTTP/1.1 and HTTP/2 over TLS', async () => {
    expect(await get('/', false)).toBe('secure');
    expect(await get('/', true)).toBe('secure');
  });

  test('[TLS-01] refuses plain HTTP', async () => {
    const answer = await sendRaw('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('answers what is neither TLS nor HTTP with 400 and closes', async () => {
    expect(await sendRaw('SSH-2.0-OpenSSH_9.2\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test('tells a target that is too long from headers that are', async () => {
    const long = await sendRaw(`GET /?q=${'a'.repeat(500_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n/);
    expect(long).toContain('"status":414,"error":true');
    const headers = `X-Filler: ${'a'.repeat(1000)}\r\n`.repeat(500);
    expect(await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('goes on after connections that break in the middle of a hello', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const socket = net.connect(port, '127.0.0.1');
      socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
      await once(socket, 'connect');
      socket.resetAndDestroy();
    }
    expect(await get('/', false)).toBe('secure');
  });
});

test('a renewed certificate is served to new connections, without a restart', async () => {
  const certificateNow = async (): Promise<string> => {
    const socket = tls.connect({ port, host: '127.0.0.1', ca });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const before = await certificateNow();
  await rm(join(folder, 'tls', 'cert.pem'));
  listener.setCredentials(await credentialsFor([]));
  expect(await certificateNow()).not.toBe(before);
});

test.each([
  ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
  ['ECDHE-ECDSA-AES256-GCM-SHA384', true],
  ['ECDHE-ECDSA-CHACHA20-POLY1305', true],
  ['ECDHE-ECDSA-AES128-SHA', false],
  ['ECDHE-ECDSA-AES256-SHA384', false],
  ['ECDHE-ECDSA-AES128-SHA256', false],
])('over TLS 1.2 a client that knows only the suite %s is served: %s', async (ciphers, isServed) => {
  const socket = tls.connect({ port, host: '127.0.0.1', ca, maxVersion: 'TLSv1.2', ciphers });
  const outcome = await Promise.race([
    once(socket, 'secureConnect').then(() => true),
    once(socket, 'close').then(() => false),
    new Promise((resolve) => socket.once('error', () => resolve(false))),
  ]);
  socket.destroy();
  expect(outcome).toBe(isServed);
});

describe('closing', () => {
  test.each([false, true])('lets a request in flight finish (HTTP/2: %s)', async (allowH2) => {
    const answer = get('/held', allowH2);
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = listener.close(5_000);
    await expect(get('/', allowH2)).rejects.toThrow();
    held[0]?.end('finished');
    expect(await answer).toBe('finished');
    await closed;
  });

  test('ends what does not finish in time', async () => {
    const answer = get('/held', false);
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([expect(answer).rejects.toThrow(), listener.close(100)]);
  });

  test('does not wait for connections that have said nothing', async () => {
    const plain = net.connect(port, '127.0.0.1').on('error', () => {});
    const secure = tls.connect({ port, host: '127.0.0.1', ca }).on('error', () => {});
    await Promise.all([once(plain, 'connect'), once(secure, 'secureConnect')]);
    await listener.close(60_000);
  });

  test('does not wait for connections that are idle', async () => {
    const agent = new Agent({ connect: { ca } });
    const { body } = await request(`https://127.0.0.1:${port}/`, { dispatcher: agent });
    await body.text();
    await listener.close(60_000);
    await agent.destroy();
  });
});

describe('a client that stops reading in the middle of an answer', () => {
  const endless = (_request: IncomingMessage, response: ServerResponse) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      response.once('drain', more);
    };
    more();
  };

  test.each(['http/1.1', 'h2'])('loses its connection over %s', async (protocol) => {
    const broken = Promise.withResolvers<void>();
    const own = createListener({
      credentials: await credentialsFor([]),
      onRequest: (request, response) => {
        response.once('close', broken.resolve);
        endless(request, response);
      },
      onPlainRequest: (_request, response) => response.end(),
      stalledMs: 200,
    });
    const place = await own.listen(0, '127.0.0.1');
    const socket = tls.connect({ port: place.port, ca, servername: 'localhost', ALPNProtocols: [protocol] });
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    if (protocol === 'h2') {
      const session = http2.connect('https://localhost', { createConnection: () => socket });
      session.on('error', () => {});
      session
        .request({ ':path': '/' })
        .on('error', () => {})
        .pause();
    } else {
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    }
    await broken.promise;
    socket.destroy();
    await own.close(0);
  });
});
