import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, imageRef, pixelPng } from './harness/example-file.ts';
import {
  createInstallation,
  type Installation,
  type Server,
  startServer,
  withServer,
} from './harness/server.ts';
import { runVitrine } from './harness/vitrine-process.ts';
import { createWorld } from './harness/world.ts';

/** Arguments of `serve` for a process that is expected to end by itself. */
const serveIn = ({ folder }: Installation, ...more: string[]) => [
  'serve',
  '--port',
  '0',
  '--data',
  join(folder, 'installation'),
  ...more,
];

/** An installation that is removed when the test is over, however it ends. */
async function installationOfTest(postgres?: string): Promise<Installation> {
  const installation = await createInstallation(postgres);
  onTestFinished(() => installation.remove());
  return installation;
}

/** A request that the server has begun to read, as it says itself; its body is still to come. */
async function requestInFlight({ url, ca, adminToken }: Server): Promise<ClientRequest> {
  const headers = {
    'x-service-token': adminToken,
    'content-type': 'application/json',
    expect: '100-continue',
  };
  const begun = request(`${url}/test/v1/clock`, { method: 'POST', ca, headers, agent: false });
  begun.flushHeaders();
  await once(begun, 'continue');
  return begun;
}

/** One sentence on standard error beside the log, and exit code 1. */
function expectRefusedStart({ code, stderr, stdout }: Awaited<ReturnType<typeof runVitrine>>, words: RegExp) {
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect({ code, lines: lines.length, stdout }).toEqual({ code: 1, lines: 1, stdout: '' });
  expect(lines[0]).toMatch(words);
  expect(lines[0]).not.toMatch(/ at .*:\d+:\d+|Error:/);
}

/** What a process was started with, as Linux tells it. */
const environmentOf = async (pid: number): Promise<string[]> =>
  (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');

onOwnServers('The server process', ({ postgres }) => {
  it.skipIf(process.platform !== 'linux')(
    'gives large blocks of memory back to the system, unless its own settings for that are there',
    async () => {
      const installation = await installationOfTest(postgres);
      const started = await startServer({ installation });
      expect(await environmentOf(started.pid)).toEqual(
        expect.arrayContaining(['MALLOC_MMAP_THRESHOLD_=1048576', 'MALLOC_ARENA_MAX=1']),
      );
      await started.stop();
      const told = await startServer({ installation, env: { MALLOC_ARENA_MAX: '2' } });
      expect((await environmentOf(told.pid)).filter((line) => line.startsWith('MALLOC_'))).toEqual([
        'MALLOC_ARENA_MAX=2',
      ]);
      await told.stop();
    },
  );

  it('keeps everything through a restart', async () => {
    const installation = await installationOfTest(postgres);
    // The same address before and after: it stands in answers.
    const env = { VITRINE_BASE_URL: 'https://design.example.com' };
    const first = await startServer({ installation, env });
    const images = { [imageRef]: pixelPng.toString('base64') };
    const world = await createWorld(first, cast({ files: [fileOf('main', exampleFile, { images })] }));
    const file = `/v1/files/${world.id('main')}`;
    const before = await world.get(file);
    const address = new URL((await world.get(`${file}/images`)).json.images[imageRef]);
    expect(await first.stop()).toBe(0);
    const second = await startServer({ installation, env });
    expect([second.adminToken, second.ca]).toEqual([first.adminToken, first.ca]);
    const after = await second.call('GET', file, { token: world.token('alice') });
    expect(after.bytes.equals(before.bytes)).toBe(true);
    expect(after.headers.etag).toBe(before.headers.etag);
    const download = await second.call('GET', address.pathname + address.search);
    expect(download.bytes.equals(pixelPng)).toBe(true);
    expect(await second.stop()).toBe(0);
  });

  it('refuses to start a second time on the same folder', async () => {
    await withServer({ postgres }, async (server) => {
      const second = await runVitrine(serveIn(server.installation), server.installation.env);
      expectRefusedStart(second, /in use|already|another/i);
      expect((await server.call('GET', '/readyz')).status).toBe(200);
    });
  });

  it('refuses a port that is taken, a folder that cannot be written to and a bad setting', async () => {
    const installation = await installationOfTest();
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    try {
      const data = ['--data', join(installation.folder, 'installation')];
      expectRefusedStart(
        await runVitrine(['serve', '--port', String(port), ...data]),
        new RegExp(`${port}.*taken`),
      );
      const file = join(installation.folder, 'a-file');
      await writeFile(file, '');
      const inside = ['serve', '--port', '0', '--data', join(file, 'folder')];
      expectRefusedStart(await runVitrine(inside), /a-file.*cannot be written/);
      const bad = await runVitrine(serveIn(installation), { VITRINE_FILL_URL_DAYS: '15' });
      expectRefusedStart(bad, /VITRINE_FILL_URL_DAYS.*14/);
      const absent = await runVitrine([
        ...serveIn(installation),
        '--workspace',
        join(installation.folder, 'no.yaml'),
      ]);
      expectRefusedStart(absent, /no\.yaml/);
      const wrong = await runVitrine(['serve', '--no-such-option']);
      expect(wrong.code).toBe(2);
    } finally {
      taken.close();
    }
  });

  it('keeps test mode to loopback addresses', async () => {
    const installation = await installationOfTest(postgres);
    const args = serveIn(installation, '--test-mode', '--host', '0.0.0.0');
    expectRefusedStart(await runVitrine(args, installation.env), /loopback/);
    expect(existsSync(join(installation.folder, 'installation', 'tls'))).toBe(false);
  });

  it('has no paths of test mode outside of it', async () => {
    await withServer({ postgres, withoutTestMode: true }, async (server) => {
      const called = [
        ['GET', '/test/v1/clock'],
        ['POST', '/test/v1/clock'],
        ['POST', '/test/v1/workspaces'],
        ['POST', '/test/v1/snapshot'],
        ['POST', '/test/v1/reset'],
        ['GET', '/test/v1/requests'],
        ['DELETE', '/test/v1/faults'],
      ] as const;
      for (const [method, path] of called) {
        const body = method === 'POST' ? {} : undefined;
        expectError(await server.call(method, path, { token: server.adminToken, body }), 404);
      }
      const { paths } = (await server.call('GET', '/openapi.json')).json;
      expect(Object.keys(paths)).toContain('/v1/me');
      expect(Object.keys(paths).filter((path) => path.startsWith('/test/'))).toEqual([]);
      const docs = await server.call('GET', '/docs');
      expect(String(docs.bytes)).toContain('docs/files#getFile');
      expect(String(docs.bytes)).not.toContain('test-mode');
      expect((await server.call('GET', '/docs/test-mode')).status).toBe(404);
    });
  });

  it('lets a request in flight finish when it is told to stop, and takes no new one', async () => {
    const installation = await installationOfTest(postgres);
    const server = await startServer({ installation });
    const slow = await requestInFlight(server);
    const stopping = server.stop();
    const refusal = () => server.call('GET', '/healthz').then(() => 'answered', String);
    await expect.poll(refusal).toMatch(/ECONNREFUSED|ECONNRESET|socket/);
    const answered = once(slow, 'response');
    slow.end('{"advance":"1s"}');
    expect((await answered)[0].statusCode).toBe(200);
    expect(await stopping).toBe(0);
  });

  it.each(['reads nothing of', 'has left'])(
    'answers, and stops when it is told to, where the reader %s its log',
    async (reader) => {
      const installation = await installationOfTest(postgres);
      const server = await startServer({ installation, env: { VITRINE_LOG_LEVEL: 'info' } });
      const { child } = server.process;
      if (reader === 'reads nothing of') child.stderr?.pause();
      else child.stderr?.destroy();
      const ended = once(child, 'exit');
      for (let line = 0; line < 1000; line += 1)
        expect((await server.call('GET', `/v1/${'unread/'.repeat(60)}${line}`)).status).toBe(404);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  );

  it('writes no token, signature or password to its log', async () => {
    const env = { VITRINE_LOG_LEVEL: 'debug' };
    await withServer({ postgres, env, withoutTestMode: false }, async (server) => {
      const images = { [imageRef]: pixelPng.toString('base64') };
      const world = await createWorld(server, cast({ files: [fileOf('main', exampleFile, { images })] }));
      const token = world.token('alice');
      const file = `/v1/files/${world.id('main')}`;
      await world.get(file);
      await world.get(`${file}?access_token=${token}`, null);
      for (const place of [
        `?page=${token}`,
        `?${token}`,
        `/${token}`,
        `?next=%2Fx%3Fy%3D%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
      ])
        await world.get(file + place);
      await world.call('GET', file, { as: null, headers: { authorization: `Bearer ${token}` } });
      const address = new URL((await world.get(`${file}/images`)).json.images[imageRef]);
      await server.call('GET', address.pathname + address.search);
      const answer = await world.get('/v1/files/nothing');
      await server.stop();
      const log = server.process.stderr();
      expect(log).toContain(String(answer.headers['x-request-id']));
      expect(log).toContain('image-fills');
      for (const secret of [token, server.adminToken, address.searchParams.get('signature') ?? '']) {
        expect(secret.length).toBeGreaterThan(20);
        expect(log).not.toContain(secret);
        expect(log).not.toContain(secret.slice(1));
      }
      for (const line of log.split('\n').filter((line) => line.startsWith('{'))) JSON.parse(line);
    });
  });

  it('keeps its secrets readable by its owner only', async () => {
    const installation = await installationOfTest(postgres);
    await mkdir(installation.folder, { recursive: true });
    const server = await startServer({ installation });
    const folder = join(installation.folder, 'installation');
    for (const name of ['admin-token', 'secret', 'tls/ca-key.pem', 'tls/key.pem']) {
      const path = join(folder, name);
      if (existsSync(path)) expect([name, (await stat(path)).mode & 0o077]).toEqual([name, 0]);
    }
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'admin-token'))).mode & 0o777).toBe(0o600);
    await server.stop();
  });
});
