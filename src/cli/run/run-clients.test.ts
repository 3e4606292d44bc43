import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordingIo } from '../../testing/command-io.ts';
import { openStandIn, type StandIn } from '../../testing/stand-in-server.ts';
import { runCommand } from '../command.ts';
import { run } from '../run.ts';
import { proxyVariables } from './environment.ts';

const has = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).status === 0;
const hasCurl = has('curl', '--version');
const hasPython = has('python3', '--version');
const hasRequests = has('python3', '-c', 'import requests');

let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  standIn = await openStandIn();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-run-test-'));
});
afterAll(async () => {
  await standIn.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => standIn.heard.splice(0));

/** Nothing of the machine's own proxies and authorities, so that the tests hold everywhere. */
const bareEnv = (): Record<string, string | undefined> => ({
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  HOME: folder,
});

async function runLed(command: string[], options: { args?: string[]; env?: Record<string, string> } = {}) {
  const { io, stdout, stderr } = recordingIo({ env: { ...bareEnv(), ...options.env } });
  const own = ['--url', standIn.url, '--ca', standIn.caPath, ...(options.args ?? [])];
  const code = await runCommand(run, [...own, '--', ...command], io);
  return { code, stdout: stdout(), stderr: stderr() };
}

const runNode = (script: string, options: Parameters<typeof runLed>[1] = {}) =>
  runLed([process.execPath, '-e', script], options);

/** As clients that know no proxy, or a Node older than its proxy support, have it. */
const withoutProxies = ['env', ...['NODE_USE_ENV_PROXY', ...proxyVariables].flatMap((name) => ['-u', name])];

/** What a tool asks for; the token shows that headers come through. */
const address = 'https://api.figma.com/v1/files/abc?depth=1';
const wanted = {
  method: 'GET',
  path: '/v1/files/abc?depth=1',
  host: 'api.figma.com',
  token: 'secret',
  bodyBytes: 0,
};
const headers = "{ 'X-Figma-Token': 'secret' }";

const nodeClients: [name: string, script: string][] = [
  ['fetch', `fetch('${address}', { headers: ${headers} }).then((r) => r.text()).then(console.log)`],
  [
    'https with an agent of its own',
    `const https = require('https');
     https.get('${address}', { headers: ${headers}, agent: new https.Agent({ keepAlive: false }) },
       (r) => r.pipe(process.stdout))`,
  ],
  [
    'undici with an agent of its own',
    `const { Agent, request } = require('undici');
     request('${address}', { headers: ${headers}, dispatcher: new Agent() })
       .then((r) => r.body.text()).then(console.log)`,
  ],
  [
    'undici with an agent of its own, as fetch',
    `const { Agent, fetch } = require('undici');
     fetch('${address}', { headers: ${headers}, dispatcher: new Agent() }).then((r) => r.text()).then(console.log)`,
  ],
  [
    'undici with the proxy of the environment',
    `const { EnvHttpProxyAgent, request } = require('undici');
     request('${address}', { headers: ${headers}, dispatcher: new EnvHttpProxyAgent() })
       .then((r) => r.body.text()).then(console.log)`,
  ],
  [
    'axios as figma-js has it, which sends https addresses to a proxy in the clear',
    `const axios = require(require.resolve('axios', { paths: [require.resolve('figma-js')] }));
     axios.get('${address}', { headers: ${headers} }).then((r) => console.log(JSON.stringify(r.data)))`,
  ],
  [
    'https to the proxy itself with the whole address, as axios 0.18 has it',
    `const proxy = new URL(process.env.HTTPS_PROXY ?? 'https://api.figma.com');
     require('https').get({ host: proxy.hostname, port: proxy.port || 443, path: '${address}',
       headers: { host: 'api.figma.com', 'X-Figma-Token': 'secret' } }, (r) => r.pipe(process.stdout))`,
  ],
  [
    'a bare TLS socket',
    `const socket = require('tls').connect(443, 'api.figma.com', { servername: 'api.figma.com' }, () =>
       socket.write('GET /v1/files/abc?depth=1 HTTP/1.1\\r\\nHost: api.figma.com\\r\\nX-Figma-Token: secret\\r\\n'
         + 'Connection: close\\r\\n\\r\\n'));
     let text = '';
     socket.on('data', (d) => { text += d; });
     socket.on('end', () => console.log(/{.*}/s.exec(text)[0]))`,
  ],
];

describe('vitrine run redirects to the server', () => {
  it.each(nodeClients)('Node: %s', async (_, script) => {
    const ran = await runNode(script);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toMatchObject(wanted);
  });

  it.each(nodeClients)('Node that ignores proxies of the environment: %s', async (_, script) => {
    const ran = await runLed([...withoutProxies, process.execPath, '-e', script]);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toMatchObject(wanted);
  });

  it('Node: a worker thread', async () => {
    const ran = await runNode(
      `new (require('worker_threads').Worker)(${JSON.stringify(nodeClients[1]?.[1])}, { eval: true })`,
    );
    expect(JSON.parse(ran.stdout)).toMatchObject(wanted);
  });

  it('Node: a program that is started by the program, with options of the user’s own', async () => {
    const inner = JSON.stringify(nodeClients[1]?.[1]);
    const ran = await runNode(
      `console.error(process.noDeprecation);
       require('child_process').spawnSync(process.execPath, ['-e', ${inner}], { stdio: 'inherit' })`,
      { env: { NODE_OPTIONS: '--no-deprecation' } },
    );
    expect(ran.stderr).toBe('true\n');
    expect(standIn.heard.at(-1)).toMatchObject(wanted);
  });

  it.skipIf(!hasCurl)('curl (needs curl)', async () => {
    const ran = await runLed(['curl', '-sS', '-H', 'X-Figma-Token: secret', address]);
    expect(JSON.parse(ran.stdout)).toMatchObject(wanted);
  });

  it.skipIf(!hasPython)('Python’s urllib (needs python3)', async () => {
    const script = `import urllib.request as u
print(u.urlopen(u.Request('${address}', headers=${headers})).read().decode())`;
    const ran = await runLed(['python3', '-c', script]);
    expect(JSON.parse(ran.stdout)).toMatchObject(wanted);
  });

  it.skipIf(!hasRequests)('Python’s requests (needs requests)', async () => {
    const script = `import requests; print(requests.get('${address}', headers=${headers}).text)`;
    const ran = await runLed(['python3', '-c', script]);
    expect(JSON.parse(ran.stdout)).toMatchObject(wanted);
  });

  it('requests to the web host, and to other hosts when they are named instead', async () => {
    const get = (host: string) => `fetch('https://${host}/oembed').then((r) => r.text()).then(console.log)`;
    expect(JSON.parse((await runNode(get('www.figma.com'))).stdout)).toMatchObject({ host: 'www.figma.com' });
    const named = await runNode(get('api.figma-gov.com'), { args: ['--host-map', 'api.figma-gov.com'] });
    expect(JSON.parse(named.stdout)).toMatchObject({ host: 'api.figma-gov.com' });
  });

  it('[H26] requests under the path of the server', async () => {
    const ran = await runNode(nodeClients[0]?.[1] ?? '', { args: ['--url', `${standIn.url}/design-api/`] });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ...wanted, path: '/design-api/v1/files/abc?depth=1' });
  });

  it('a body of 5 MB, with a length and in chunks', async () => {
    const body = Buffer.alloc(5_000_000, 'vitrine');
    await writeFile(join(folder, 'body'), body);
    const ran = await runNode(
      `const { createReadStream, readFileSync } = require('fs');
       const post = (body) => fetch('https://api.figma.com/v1/x', { method: 'POST', body, duplex: 'half' });
       const path = ${JSON.stringify(join(folder, 'body'))};
       post(readFileSync(path)).then(() => post(createReadStream(path)))`,
    );
    expect(ran.stderr).toBe('');
    const bodySha256 = createHash('sha256').update(body).digest('hex');
    const arrived = { method: 'POST', bodyBytes: body.length, bodySha256 };
    expect(standIn.heard.slice(1)).toMatchObject([arrived, arrived]);
  });

  it.skipIf(!hasCurl)('a body that waits for "100 Continue" (needs curl)', async () => {
    await writeFile(join(folder, 'body'), Buffer.alloc(2_000_000));
    const args = ['-sS', '-H', 'Expect: 100-continue', '--data-binary', `@${join(folder, 'body')}`];
    const ran = await runLed(['curl', ...args, '--max-time', '10', 'https://api.figma.com/v1/x']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ method: 'POST', bodyBytes: 2_000_000 });
  });

  it('downloads from the server’s own address, which is trusted too', async () => {
    const ran = await runNode(`fetch('${standIn.url}/image').then((r) => r.text()).then(console.log)`);
    expect(JSON.parse(ran.stdout)).toMatchObject({ path: '/image' });
  });

  it('https alone: plain http is refused, by every way', async () => {
    const script = `require('http').get('http://api.figma.com/v1/me', (r) =>
      console.log(r.statusCode, r.headers.location))`;
    const ran = await runNode(script);
    const past = await runLed([...withoutProxies, process.execPath, '-e', script]);
    expect([ran.stdout, past.stdout]).toEqual(['403 undefined\n', '403 undefined\n']);
    expect(standIn.heard.filter(({ path }) => path === '/v1/me')).toEqual([]);
  });
});

describe('vitrine run', () => {
  it('exits with the program’s exit code', async () => {
    expect(await runNode('process.exit(0)')).toMatchObject({ code: 0 });
    expect(await runNode('process.exit(7)')).toMatchObject({ code: 7 });
    expect(await runNode("process.kill(process.pid, 'SIGKILL')")).toMatchObject({ code: 128 + 9 });
  });

  it('says that there is no such program', async () => {
    const ran = await runLed(['no-such-program']);
    expect(ran).toMatchObject({ code: 127, stderr: 'There is no program named no-such-program.\n' });
  });

  it('forwards signals to the program', async () => {
    const script = `process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); process.ppid;
      process.kill(process.ppid, 'SIGTERM')`;
    expect(await runNode(script)).toMatchObject({ code: 5 });
  });

  it('writes files that only this user can read, and removes them', async () => {
    const ran = await runNode(
      `const { statSync } = require('fs'); const { dirname } = require('path');
       const paths = [process.env.SSL_CERT_FILE, process.env.NODE_EXTRA_CA_CERTS];
       const mode = (path) => (statSync(path).mode & 0o777).toString(8);
       console.log(JSON.stringify({ paths, modes: [...paths, dirname(paths[0])].map(mode) }))`,
    );
    const { paths, modes } = JSON.parse(ran.stdout);
    expect(modes).toEqual(['600', '600', '700']);
    for (const path of paths) expect(existsSync(dirname(path))).toBe(false);
  });

  it('refuses with a sentence when no server answers', async () => {
    const { io, stderr } = recordingIo({ env: bareEnv() });
    expect(await runCommand(run, ['--url', 'https://127.0.0.1:1', '--', 'true'], io)).toBe(1);
    expect(stderr()).toMatch(/^No Vitrine server answers at https:\/\/127\.0\.0\.1:1\. Start one with/);
  });

  it('refuses with a sentence when the server’s certificate is not trusted', async () => {
    const { io, stderr } = recordingIo({ env: bareEnv(), cwd: folder });
    expect(await runCommand(run, ['--url', standIn.url, '--', 'true'], io)).toBe(1);
    expect(stderr()).toMatch(/is not trusted .*--ca\.\n$/);
  });

  it('refuses with a sentence when the file of the certificate authority is absent', async () => {
    const { io, stderr } = recordingIo({ env: { ...bareEnv(), VITRINE_CA: 'nowhere.pem' }, cwd: folder });
    expect(await runCommand(run, ['--url', standIn.url, '--', 'true'], io)).toBe(1);
    expect(stderr()).toBe(
      `The certificate authority ${join(folder, 'nowhere.pem')} cannot be read: it is not there.\n`,
    );
  });
});
