import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { type Answer, answerOf, clientOf, type Target } from './harness/client.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { openHttp2 } from './harness/http2-client.ts';
import { readRaw, sendOverTls, sendPlain } from './harness/raw-connection.ts';
import { createInstallation, withServer } from './harness/server.ts';
import { createWorld, type World } from './harness/world.ts';

/** A call in plain text to the port that also takes TLS. */
function plainCall(
  { url }: Target,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', () =>
        resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks))),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

onEachEngine('Transport', (engine) => {
  let world: World;
  let file: string;

  beforeAll(async () => {
    world = await createWorld(engine, cast({ files: [fileOf('main', smallFile('One'))] }));
    file = `/v1/files/${world.id('main')}`;
  });

  it('[TLS-01, H9] refuses plain HTTP with 403, whatever the token', async () => {
    const answer = await plainCall(engine, 'GET', file, { 'x-service-token': world.token('alice') });
    expectError(answer, 403, /HTTPS/);
    expect((await world.get(file)).status).toBe(200);
  });

  it('[TLS-02] does not redirect plain HTTP', async () => {
    const answer = await plainCall(engine, 'GET', file, { 'x-service-token': world.token('alice') });
    expect(answer.status).toBe(403);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.headers).not.toHaveProperty('refresh');
  });

  it('[TLS-03] refuses every path and method in plain HTTP', async () => {
    const requests: [string, string][] = [
      ['GET', '/v1/oembed?url=x'],
      ['POST', '/v1/oauth/token'],
      ['POST', '/v2/webhooks'],
      ['GET', '/nope'],
      ['GET', '/'],
      ['GET', '/docs'],
      ['GET', '/healthz'],
      ['GET', '/metrics'],
      ['DELETE', '/v1/files/a'],
      ['OPTIONS', '/v1/me'],
      ['PATCH', `/workspace/v1/files/${world.id('main')}`],
      ['GET', '/test/v1/clock'],
    ];
    for (const [method, path] of requests) expectError(await plainCall(engine, method, path), 403, /HTTPS/);
    const head = await plainCall(engine, 'HEAD', file);
    expect([head.status, head.bytes.length]).toEqual([403, 0]);
  });

  it('[TLS-03] refuses plain HTTP that claims to have come over HTTPS', async () => {
    const claims = { 'x-forwarded-proto': 'https', forwarded: 'proto=https', 'x-forwarded-ssl': 'on' };
    expectError(await plainCall(engine, 'GET', '/v1/me', claims), 403, /HTTPS/);
  });

  it('[TLS-03] answers bytes that are not HTTP with an error or by closing the connection', async () => {
    for (const bytes of [
      'hello\r\n\r\n',
      '\0\0\0\0\r\n\r\n',
      Buffer.alloc(64, 0xff),
      'GET / HTTP/9.9\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]) {
      const text = await sendPlain(engine, bytes);
      if (text !== '') expect([400, 403, 505]).toContain(readRaw(text).status);
      expect(text).not.toContain(' 200 ');
    }
    const cutHello = Buffer.from('16030100050100000100', 'hex');
    const after = Buffer.concat([cutHello, Buffer.alloc(200, 7)]);
    expect(await sendPlain(engine, after)).not.toContain('HTTP/');
    expect((await world.get(file)).status).toBe(200);
  });

  it('[TLS-04] a write in plain HTTP has no effect', async () => {
    const token = world.token('alice-push');
    const path = `/workspace/v1/files/${world.id('main')}`;
    const before = (await world.get(`${file}/meta`)).json;
    const headers = { 'x-service-token': token, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Changed in the clear' });
    expectError(await plainCall(engine, 'PATCH', path, headers, body), 403, /HTTPS/);
    const content = JSON.stringify(smallFile('Pushed in the clear'));
    expectError(await plainCall(engine, 'PUT', `${path}/content`, headers, content), 403, /HTTPS/);
    expect((await world.get(`${file}/meta`)).json).toEqual(before);
  });

  it('[TLS-01] answers the same over HTTP/1.1 and HTTP/2', async () => {
    const connection = await openHttp2(engine);
    const headers = { 'x-service-token': world.token('alice') };
    const [second, first] = [await connection.call('GET', file, headers), await world.get(file)];
    await connection.close();
    expect(second.status).toBe(200);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  it('[TLS-01] speaks TLS 1.2 and 1.3, and nothing older', async () => {
    expect(await protocolOf(engine, 'TLSv1.2')).toBe('TLSv1.2');
    expect(await protocolOf(engine, 'TLSv1.3')).toBe('TLSv1.3');
    await expect(protocolOf(engine, 'TLSv1.1')).rejects.toThrow();
  });

  it('[TLS-01] has a certificate that its own authority vouches for, and no other', async () => {
    const stranger = clientOf({ url: engine.url, ca: strangeAuthority });
    await expect(stranger('GET', '/healthz')).rejects.toThrow(/certificate/);
  });

  it('[TLS-01] answers a broken request over TLS with the error body', async () => {
    const answer = readRaw(await sendOverTls(engine, 'GET / HTTP/1.1\r\nBad Header\r\n\r\n'));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, error: true });
  });
});

function protocolOf({ url, ca }: Target, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<string | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      ca,
      minVersion: version,
      maxVersion: version,
      ...(version === 'TLSv1.1' ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}),
    });
    socket.once('secureConnect', () => {
      resolve(socket.getProtocol());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

onOwnServers('Transport by settings', ({ postgres }) => {
  it('[H9] with --allow-http serves plain HTTP to loopback, and says so', async () => {
    await withServer({ postgres, args: ['--allow-http'] }, async (server) => {
      const world = await createWorld(server, cast({ files: [fileOf('main', smallFile('One'))] }));
      const file = `/v1/files/${world.id('main')}`;
      const plain = await plainCall(server, 'GET', file, { 'x-service-token': world.token('alice') });
      expect(plain.status).toBe(200);
      expect(tellable({ ...plain, headers: {} })).toEqual(
        tellable({ ...(await world.get(file)), headers: {} }),
      );
      expect(server.process.stdout() + server.process.stderr()).toMatch(/plain http/i);
    });
  });

  it('[H9] respects X-Forwarded-Proto of a trusted proxy', async () => {
    const trusted = { VITRINE_TRUSTED_PROXIES: '127.0.0.0/8,::1' };
    await withServer({ postgres, env: trusted }, async (server) => {
      const token = { 'x-service-token': server.adminToken };
      const from = (proto: string) =>
        plainCall(server, 'GET', '/v1/me', { ...token, 'x-forwarded-proto': proto });
      expect((await from('https')).status).toBe(200);
      expectError(await from('http'), 403, /HTTPS/);
      expectError(await plainCall(server, 'GET', '/v1/me', token), 403, /HTTPS/);
    });
    const others = { VITRINE_TRUSTED_PROXIES: '10.0.0.0/8' };
    await withServer({ postgres, env: others }, async (server) => {
      const headers = { 'x-service-token': server.adminToken, 'x-forwarded-proto': 'https' };
      expectError(await plainCall(server, 'GET', '/v1/me', headers), 403, /HTTPS/);
    });
  });

  it('[TLS-01] serves with a certificate that its owner provides', async (context) => {
    const folder = await createInstallation();
    try {
      const [key, cert] = [join(folder.folder, 'key.pem'), join(folder.folder, 'cert.pem')];
      if (!(await makeCertificate(key, cert))) return context.skip('openssl is not installed');
      await withServer(
        { postgres, env: { VITRINE_TLS_CERT: cert, VITRINE_TLS_KEY: key } },
        async (server) => {
          expect(server.ca).toBe(await readFile(cert, 'utf8'));
          expect((await server.call('GET', '/healthz')).json).toEqual({ status: 'ok' });
        },
      );
    } finally {
      await folder.remove();
    }
  });
});

async function makeCertificate(key: string, cert: string): Promise<boolean> {
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  try {
    await promisify(execFile)('openssl', [...args, ...subject, '-keyout', key, '-out', cert]);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The certificate of an authority that nobody knows; its key was thrown away. */
const strangeAuthority = `-----BEGIN CERTIFICATE-----
MIIBejCCAR+gAwIBAgIUZSvkfyVbFebLxBq+WmxVi3yqKrEwCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGTm9ib2R5MCAXDTI2MTEyMTAxMjYzNloYDzIxMjYxMDI4MDEy
NjM2WjARMQ8wDQYDVQQDDAZOb2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AARMNA5zzTmXd9WN6hloln5wRO8t4A0mm7NDPO0dY05xrHvE3SBKFORoBfbhaUPu
6C87LiaK2M+AQ68AF2yE0HGKo1MwUTAdBgNVHQ4EFgQUeOkdZ1NSSX0/EjxcuCdA
HP+eFaswHwYDVR0jBBgwFoAUeOkdZ1NSSX0/EjxcuCdAHP+eFaswDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA6b9yu1erZ3Lr0jpEWOBwNq0klcH2
D+n/I/mPoHg36fwCIQDXs7ahFiTJwwr+ehczHxodds2qPeCwrMtwBHAxxYMbuQ==
-----END CERTIFICATE-----
`;
