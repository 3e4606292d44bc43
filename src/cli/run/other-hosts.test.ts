import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordingIo } from '../../testing/command-io.ts';
import { openStandIn, type StandIn } from '../../testing/stand-in-server.ts';
import { CommandFailed } from '../command.ts';
import { proxyVariables } from './environment.ts';
import { goesPast, outerProxyIn } from './outgoing-connections.ts';
import { openRedirection } from './redirection.ts';
import { runChild } from './run-child.ts';

/** Stands for the rest of the web: known by the name elsewhere.example. */
let elsewhere: StandIn;
let server: StandIn;
let folder: string;
beforeEach(async () => {
  server = await openStandIn();
  elsewhere = await openStandIn({ hosts: ['elsewhere.example'] });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-run-test-'));
});
afterEach(async () => {
  await Promise.all([server.close(), elsewhere.close(), rm(folder, { recursive: true })]);
});

interface Options {
  readonly offline?: boolean;
  readonly env?: Record<string, string | undefined>;
  readonly url?: string;
  readonly ca?: string;
}

async function redirected<T>(
  options: Options,
  work: (env: Record<string, string | undefined>) => Promise<T>,
) {
  const redirection = await openRedirection({
    url: new URL(options.url ?? server.url),
    serverCa: options.ca ?? server.ca,
    redirectedHosts: ['api.figma.com'],
    offline: options.offline === true,
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: elsewhere.caPath, ...options.env },
    now: Date.now(),
    resolve: (host, port) =>
      host === 'elsewhere.example' ? { host: '127.0.0.1', port: elsewhere.port } : { host, port },
  });
  try {
    return await work(redirection.environment);
  } finally {
    await redirection.close();
  }
}

/** Answers with what the script writes. */
const runNode = (script: string, options: Options = {}, forget: readonly string[] = []) =>
  redirected(options, async (env) => {
    const { io, stdout, stderr } = recordingIo();
    const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !forget.includes(name)));
    await runChild({ command: process.execPath, args: ['-e', script], env: kept, io });
    return stdout() + stderr();
  });

const fetchElsewhere = `fetch('https://elsewhere.example/x').then((r) => r.text()).then(console.log,
  (e) => console.log('failed'))`;

/** One request to the proxy with a whole address in its first line. */
const askProxy = (proxy: string, path: string): Promise<{ status: number | undefined; body: string }> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(proxy);
    request({ hostname, port, path, agent: false }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      done({ status: response.statusCode, body });
    })
      .on('error', fail)
      .end();
  });

describe('hosts that are not redirected', () => {
  it('are connected to directly: the program sees their own certificate and trusts it as before', async () => {
    expect(JSON.parse(await runNode(fetchElsewhere))).toMatchObject({
      host: 'elsewhere.example',
      path: '/x',
    });
    expect(server.heard).toEqual([]);
  });

  it('cannot be impersonated with the certificate authority of the run', async () => {
    await redirected({}, async (env) => {
      const script = `require('tls').connect({ host: '127.0.0.1', port: JSON.parse(process.env.VITRINE_RUN).endpointPort,
        servername: 'elsewhere.example' }).on('error', (e) => console.log(e.code))`;
      const { io, stdout } = recordingIo();
      await runChild({ command: process.execPath, args: ['-e', script], env, io });
      expect(stdout()).toBe('ERR_TLS_CERT_ALTNAME_INVALID\n');
    });
  });

  it('are refused with a sentence when offline, and nothing reaches them', async () => {
    await redirected({ offline: true }, async (env) => {
      const socket = connect(Number(new URL(env.HTTPS_PROXY ?? '').port), '127.0.0.1');
      socket.write('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n');
      const text = await allOf(socket);
      expect(text).toMatch(/^HTTP\/1\.1 403 /);
      expect(text).toContain('vitrine run --offline refuses the connection to elsewhere.example.');
      expect(await askProxy(env.HTTP_PROXY ?? '', 'http://elsewhere.example/')).toMatchObject({
        status: 403,
      });
    });
    expect(await runNode(fetchElsewhere, { offline: true })).toBe('failed\n');
    expect(elsewhere.heard).toEqual([]);
  });

  it('are refused to Node programs that ignore proxies when offline', async () => {
    const script = `require('https').get('https://elsewhere.example/').on('error', (e) => console.log(e.message))`;
    const said = await runNode(script, { offline: true }, [...proxyVariables, 'NODE_USE_ENV_PROXY']);
    expect(said).toBe('vitrine run --offline refuses the connection to elsewhere.example.\n');
  });

  it('being refused when offline leaves the redirected hosts, the server and localhost reachable', async () => {
    const script = `const get = (url) => fetch(url).then((r) => console.log(r.status));
      get('https://api.figma.com/').then(() => get('${server.url}/')).then(() => get('${elsewhere.url}/'))`;
    expect(await runNode(script, { offline: true })).toBe('200\n200\n200\n');
  });

  it('are reached over plain http as well', async () => {
    const plain = createServer((q, a) => a.end(`${q.method} ${q.url} ${q.headers.host}`));
    await listening(plain);
    const { port } = plain.address() as AddressInfo;
    const answer = await redirected({}, (env) =>
      askProxy(env.HTTP_PROXY ?? '', `http://127.0.0.1:${port}/x?y`),
    );
    expect(answer).toEqual({ status: 200, body: `GET /x?y 127.0.0.1:${port}` });
    plain.close();
  });

  it('that cannot be reached are answered with 502', async () => {
    const gone = await redirected({}, (env) => askProxy(env.HTTP_PROXY ?? '', 'http://127.0.0.1:1/'));
    expect(gone.status).toBe(502);
    expect(gone.body).toContain('vitrine run cannot reach 127.0.0.1:1.');
  });
});

describe('a server that fails', () => {
  it('that is gone is answered with 502 and a sentence', async () => {
    const script = `fetch('https://api.figma.com/').then(async (r) => console.log(r.status, await r.text()))`;
    const said = await runNode(script, { url: 'https://127.0.0.1:1' });
    expect(said).toMatch(/^502 .*No Vitrine server answers at https:\/\/127\.0\.0\.1:1\./);
  });

  it('that breaks off in the middle of an answer breaks off for the program too', async () => {
    const broken = await openStandIn({
      answer: (_, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('half', () => response.destroy());
      },
    });
    const script = `fetch('https://api.figma.com/').then((r) => r.text()).then(() => console.log('whole'),
      () => console.log('broken off'))`;
    const said = await runNode(script, { url: broken.url, ca: broken.ca });
    await broken.close();
    expect(said).toBe('broken off\n');
  });
});

describe('an outer proxy', () => {
  /** Passes every tunnel on to elsewhere, whatever name it has. */
  async function openOuter(): Promise<{ server: Server; url: string; asked: IncomingMessage[] }> {
    const asked: IncomingMessage[] = [];
    const outer = createServer().on('connect', (question, socket: Socket) => {
      asked.push(question);
      const far = connect(elsewhere.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(far).pipe(socket);
      });
      far.on('error', () => socket.destroy());
      socket.on('error', () => far.destroy());
    });
    await listening(outer);
    return {
      server: outer,
      url: `http://al:s%20c@127.0.0.1:${(outer.address() as AddressInfo).port}`,
      asked,
    };
  }

  it('is used for hosts that are not redirected, with its password, and for no others', async () => {
    const outer = await openOuter();
    const script = `${fetchElsewhere}.then(() => fetch('https://api.figma.com/')).then((r) => console.log(r.status))`;
    const said = await runNode(script, { env: { HTTPS_PROXY: outer.url, NO_PROXY: '*.internal' } });
    expect(said).toMatch(/"path":"\/x"[^\n]*\n200\n$/);
    expect(outer.asked.map(({ url }) => url)).toEqual(['elsewhere.example:443']);
    const credentials = Buffer.from('al:s c').toString('base64');
    expect(outer.asked[0]?.headers['proxy-authorization']).toBe(`Basic ${credentials}`);
    outer.server.close();
    outer.server.closeAllConnections();
  });

  it('is bypassed for the hosts of NO_PROXY', async () => {
    const outer = await openOuter();
    const env = { HTTPS_PROXY: outer.url, NO_PROXY: 'a.example, .elsewhere.example' };
    expect(await runNode(fetchElsewhere, { env })).toContain('"path":"/x"');
    expect(outer.asked).toEqual([]);
    outer.server.close();
  });

  it('of an unsupported kind is refused with a sentence that leaves out its password', () => {
    const read = (): unknown => outerProxyIn({ ALL_PROXY: 'socks5://alice:secret@10.0.0.1:1080' });
    expect(read).toThrow(CommandFailed);
    expect(read).toThrow(/socks5:\/\/10\.0\.0\.1:1080$/);
  });

  it.each([
    ['*', 'a.example', true],
    ['a.example', 'a.example', true],
    ['a.example', 'b.a.example', true],
    ['.a.example', 'b.a.example', true],
    ['*.a.example', 'b.a.example', true],
    ['a.example:443', 'a.example', true],
    ['a.example', 'ba.example', false],
    ['', 'a.example', false],
  ])('NO_PROXY %s matches the host %s: %s', (item, host, expected) => {
    expect(goesPast([item], host)).toBe(expected);
  });
});

async function listening(plain: Server): Promise<void> {
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
}

async function allOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}
