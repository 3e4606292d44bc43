import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const startTimeoutMs = 45_000;
/** A start reads what earlier ones compiled, where that is kept; a whole check has the program in few files. */
const { PATH, NODE_COMPILE_CACHE, VITRINE_CONFORMANCE_PROGRAM: bundled } = process.env;
const entry =
  bundled === undefined
    ? new URL('main.ts', import.meta.url).pathname
    : join(dirname(bundled), '../dist/cli/main.js');

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

let folder: string;
let started: Started[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-serve-'));
  started = [];
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...args], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, VITRINE_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    texts.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const begun = { child, stdout: () => texts.stdout, stderr: () => texts.stderr, ended };
  started.push(begun);
  return begun;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + startTimeoutMs;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`never: ${started.map(({ stderr }) => stderr()).join('\n')}`);
    await sleep(20);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Starts a server on a free port; its ready file says where. */
async function serve(...args: string[]) {
  const readyPath = join(folder, 'ready.json');
  await rm(readyPath, { force: true });
  const running = start(['serve', '--port', '0', '--data', 'data', '--ready-file', 'ready.json', ...args]);
  await until(() => isThere(readyPath));
  const ready = JSON.parse(await readFile(readyPath, 'utf8'));
  await until(() => running.stdout().includes('token'));
  return { ...running, ready, readyPath };
}

/** Runs a `curl` line as a person would paste it. */
async function curl(line: string): Promise<{ code: number; stdout: string }> {
  const child = spawn('sh', ['-c', line], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout };
}

describe('vitrine serve', () => {
  it('says by the ready file where it answers and with what, readable to its owner only', async () => {
    const { child, ready, readyPath, stdout } = await serve();
    expect(ready).toEqual({
      url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      ca: join(folder, 'data', 'tls', 'ca.pem'),
      pid: child.pid,
      adminToken: (await readFile(join(folder, 'data', 'admin-token'), 'utf8')).trim(),
    });
    expect((await stat(readyPath)).mode & 0o777).toBe(0o600);
    const me = `curl -s --cacert ${ready.ca} -H 'X-Figma-Token: ${ready.adminToken}' ${ready.url}/v1/me`;
    expect(JSON.parse((await curl(me)).stdout).handle).toBe('Administrator');
    expect(stdout()).toContain(`${ready.url}/docs`);
  });

  it('prints where the token of the administrator lies, never the token', async () => {
    const first = await serve();
    expect(first.stdout()).not.toContain(first.ready.adminToken);
    expect(first.stdout()).toContain(join(folder, 'data', 'admin-token'));
    expect(first.stdout()).toContain(`Console                ${first.ready.url}/\n`);
    expect(first.stdout()).toContain(`first time, open ${first.ready.url}/first-run and give`);
    expect(first.stdout()).toMatch(/npx vitrine user password --new-file FILE --data \S+data\n/);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = await serve();
    expect(second.ready.adminToken).toBe(first.ready.adminToken);
    expect(second.stdout()).not.toContain(first.ready.adminToken);
    expect(second.stdout()).toContain(join(folder, 'data', 'admin-token'));
  });

  it.each([
    ['is lost', () => rm(join(folder, 'data', 'admin-token'))],
    ['is damaged', () => writeFile(join(folder, 'data', 'admin-token'), 'cut')],
  ])('warns where the file of the administrator’s token %s that another was made', async (_what, lose) => {
    const warning = 'another was made, and the one before has ended';
    const first = await serve('--log-level', 'warn');
    expect(first.stderr()).not.toContain(warning);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await lose();
    const second = await serve('--log-level', 'warn');
    expect(second.ready.adminToken).not.toBe(first.ready.adminToken);
    expect(second.stderr()).toContain(warning);
    expect(second.stderr()).not.toContain(second.ready.adminToken);
  });

  it('takes away the ready file of an earlier start before it starts', async () => {
    await writeFile(join(folder, 'ready.json'), '{}');
    const { ended } = start([
      'serve',
      '--data',
      'data',
      '--port',
      '0',
      '--ready-file',
      'ready.json',
      '--tls-cert',
      'no',
    ]);
    expect(await ended).toBe(1);
    expect(await isThere(join(folder, 'ready.json'))).toBe(false);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('stops with 0 after %s', async (signal) => {
    const { child, ended } = await serve();
    child.kill(signal);
    expect(await ended).toBe(0);
  });

  it.each([
    ['alone', {}],
    [
      'as one of several',
      {
        VITRINE_BLOBS: 's3://designs?endpoint=http://127.0.0.1:1',
        VITRINE_BASE_URL: 'https://design.example.com',
        VITRINE_SECRET: 'a secret of thirty-two bytes and more',
      },
    ],
  ])('stops while it waits for its database, %s', async (_how, env) => {
    const { child, ended, stderr, stdout } = start(['serve', '--data', join(folder, 'data'), '--port', '0'], {
      ...env,
      DATABASE_URL: 'postgres://127.0.0.1:1/designs',
      VITRINE_LOG_LEVEL: 'warn',
    });
    await until(() => (stderr() + stdout()).includes('waiting up to a minute'));
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
    expect(stderr()).toContain('Not everything ended in time');
  });

  it('lets a connection in use finish, and ends at once at the second signal', async () => {
    const { child, ended, ready, stderr } = await serve('--allow-http');
    const socket = connect(Number(new URL(ready.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /workspace/v1/teams HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
    await sleep(200);
    child.kill('SIGTERM');
    await until(() => stderr().includes('Stopping'));
    await sleep(300);
    expect(child.exitCode).toBe(null);
    child.kill('SIGTERM');
    expect(await ended).toBe(128 + 15);
    socket.destroy();
  });

  it('loads a workspace file before it answers, and prints the tokens it made', async () => {
    const users = '[ { id: "5", handle: Zoe, email: z@example.com, tokens: [ { name: ci, scopes: all } ] } ]';
    await writeFile(join(folder, 'w.yaml'), `users: ${users}\n`);
    const { ready, stdout } = await serve('--workspace', 'w.yaml');
    const token = /5\/ci +(\S+)/.exec(stdout())?.[1];
    const me = `curl -s --cacert ${ready.ca} -H 'X-Figma-Token: ${token}' ${ready.url}/v1/me`;
    expect(JSON.parse((await curl(me)).stdout).handle).toBe('Zoe');
  });
});

describe('vitrine serve ends with 1 and a sentence where', () => {
  const failing = async (args: string[], env: Record<string, string> = {}) => {
    const { ended, stdout, stderr } = start(['serve', '--port', '0', '--data', 'data', ...args], env);
    const code = await ended;
    expect({ code, stdout: stdout() }).toEqual({ code: 1, stdout: '' });
    expect(stderr().trim().split('\n')).toHaveLength(1);
    return stderr();
  };

  it('the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as { port: number };
    expect(await failing(['--port', String(port)])).toContain(`The port ${port} of 127.0.0.1 is taken`);
    await new Promise((done) => other.close(done));
  });

  it('the data folder belongs to another server', async () => {
    await serve();
    expect(await failing([])).toContain('is in use by another Vitrine server');
  });

  it('the data folder cannot be written to', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await failing(['--data', 'file'])).toContain('cannot be written to');
  });

  it('a variable of the environment is wrong', async () => {
    expect(await failing([], { VITRINE_FILL_URL_DAYS: '90' })).toMatch(/^VITRINE_FILL_URL_DAYS: /);
  });

  it('the workspace file is wrong, in itself or for this server', async () => {
    await writeFile(join(folder, 'w.yaml'), 'users: 5\n');
    expect(await failing(['--workspace', 'w.yaml'])).toMatch(/^w\.yaml:1:1: Invalid value for "users"/);
    await writeFile(join(folder, 'w.yaml'), 'projects: [ { id: "5", name: Lost, team: "404" } ]\n');
    expect(await failing(['--workspace', 'w.yaml'])).toMatch(/^The workspace file is refused: .*Lost/);
  });
});

/** The first webhook as its page tells it, at a server on another port. */
async function hearOfVersion(url: string): Promise<void> {
  const file = 'LumenLibrary2026design';
  const event = ['--file', file, '--event', 'FILE_VERSION_UPDATE', '--url', url];
  const listener = start(['webhook', 'listen', ...event]);
  const calling = `curl -s --cacert data/tls/ca.pem -H "X-Figma-Token: $(cat data/admin-token)"`;
  const hooks = `${calling} "${url}/v2/webhooks?context=file&context_id=${file}"`;
  await expect.poll(async () => JSON.parse((await curl(hooks)).stdout).webhooks[0]?.status).toBe('ACTIVE');
  const body = `-H "Content-Type: application/json" -d '{ "label": "First" }'`;
  await curl(`${calling} ${body} ${url}/workspace/v1/files/${file}/versions`);
  await until(() => listener.stdout().includes('VERSION_UPDATE'));
  expect(listener.stdout()).toMatch(/^FILE_VERSION_UPDATE .+ passcode right, signature right\n/m);
  listener.child.kill('SIGINT');
  expect(await listener.ended).toBe(0);
}

describe('vitrine quickstart', () => {
  const quickstart = async () => {
    const running = start(['quickstart', '--port', '0'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    await until(() => running.stdout().includes('curl '));
    const line = /curl .*/.exec(running.stdout())?.[0] ?? '';
    return { ...running, line, answer: await curl(`${line} -s`) };
  };

  it('prints a line for curl that works as it is, on the first start and on later ones', async () => {
    const first = await quickstart();
    expect(JSON.parse(first.answer.stdout)).toMatchObject({ document: { type: 'DOCUMENT' } });
    expect(first.stdout()).toMatch(/alice@lumen\.example +[\w-]{20} +[\w-]{43}\n/);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    const second = await quickstart();
    expect(JSON.parse(second.answer.stdout)).toMatchObject({ document: { type: 'DOCUMENT' } });
    expect(second.line).not.toBe(first.line);
    const link = /choose another for alice@lumen\.example,\n.*\n\n +(\S+)/.exec(second.stdout())?.[1] ?? '';
    expect((await curl(`curl -sk '${link}'`)).stdout).toContain('alice@lumen.example');
    const earlier = first.line.replace(/https:\/\/[\d.:]+/, /https:\/\/[\d.:]+/.exec(second.line)?.[0] ?? '');
    expect(JSON.parse((await curl(`${earlier} -s`)).stdout).err).toBe('Invalid token');
  });

  it('tells a listener beside it of the first webhook that its page makes', async () => {
    const { line } = await quickstart();
    await hearOfVersion(/https:\/\/[\d.:]+/.exec(line)?.[0] ?? '');
  });
});
