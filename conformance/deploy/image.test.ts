import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { clientOf } from '../harness/client.ts';
import { freePort } from '../harness/free-port.ts';
import { runVitrine } from '../harness/vitrine-process.ts';
import {
  copyContext,
  instructionsOf,
  lastStage,
  project,
  read,
  variablesOf,
  wordsOf,
} from './image-files.ts';

const stage = lastStage(instructionsOf(read('Dockerfile')));
const the = (name: string): string => stage.find((each) => each.name === name)?.rest ?? '';
const variables = variablesOf(stage);
const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

describe('The Dockerfile', () => {
  it('sets only what the program or the system knows', async () => {
    const { stdout } = await runVitrine(['serve', '--help']);
    const own = Object.keys(variables).filter((name) => name.startsWith('VITRINE_'));
    expect(own).toContain('VITRINE_DATA');
    for (const name of own) expect(stdout).toContain(name);
    expect(Object.keys(variables).filter((name) => !own.includes(name))).toEqual([
      'PATH',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'MALLOC_ARENA_MAX',
    ]);
  });

  it('runs as nobody in particular, writes to one volume, and names the ports that are listened on', () => {
    expect(the('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(the('VOLUME')).toBe(variables.VITRINE_DATA);
    expect(the('EXPOSE')).toBe(`7700 ${variables.VITRINE_MANAGEMENT_PORT}`);
    const shells = stage.filter(({ name }) => name === 'RUN' || name === 'SHELL');
    expect(shells).toEqual([]);
  });

  it('copies in its last stage what its first has made, and from nowhere else', () => {
    const made = /RUN sh \S+ (\S+) && mkdir (\S+)/.exec(read('Dockerfile'))?.slice(1);
    const copied = stage
      .filter(({ name }) => name === 'COPY')
      .map(({ rest }) => /(\S+) \S+$/.exec(rest)?.[1]);
    expect(copied).toEqual(made);
    expect(the('WORKDIR')).toBe(made?.[0]);
  });
});

/** Where another user can come as well. */
async function openFolder(): Promise<string> {
  const parents = (path: string): string[] => (path === '/' ? [] : [path, ...parents(dirname(path))]);
  const isOpen = parents(tmpdir()).every((path) => (statSync(path).mode & 0o001) !== 0);
  const folder = await mkdtemp(join(isRoot && !isOpen ? '/tmp' : tmpdir(), 'vitrine-image-'));
  chmodSync(folder, 0o755);
  return folder;
}

const treeOf = (folder: string): string[] =>
  globSync('**', { cwd: folder }).map((path) => {
    const { size, mtimeMs } = statSync(join(folder, path), { throwIfNoEntry: false }) ?? {};
    return `${path} ${size} ${mtimeMs}`;
  });

describe('The steps of the Dockerfile, without Docker', () => {
  let folder: string;
  let program: string;

  beforeAll(async () => {
    folder = await openFolder();
    const [clone, home, data] = ['clone', 'home', 'data'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    copyContext(clone);
    // What the check has done before of the build: the same packages, and what is made of the same sources.
    symlinkSync(join(project, 'node_modules'), join(clone, 'node_modules'));
    for (const made of ['src/contract/generated', 'src/console/built'])
      cpSync(join(project, made), join(clone, made), { recursive: true });
    for (const path of [home, data]) mkdirSync(path);
    program = join(folder, 'program');
    await run('sh', ['deploy/container/build.sh', program], { cwd: clone, env: bareEnvironment(home) });
    copyFileSync(process.execPath, join(folder, 'node'));
    if (isRoot) chownSync(data, 65532, 65532);
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function bareEnvironment(home: string): Record<string, string> {
    const ofNpm = Object.entries(process.env).filter(([name]) => /^npm_config_(?!prefix|local)/.test(name));
    return {
      ...(Object.fromEntries(ofNpm) as Record<string, string>),
      PATH: process.env.PATH ?? '',
      HOME: home,
      TMPDIR: home,
      // What the check has fetched is not fetched again.
      npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm'),
      npm_config_prefer_offline: 'true',
    };
  }

  it('leave a folder with every path that the image and the documentation name', () => {
    const named = [...wordsOf(the('ENTRYPOINT')), ...wordsOf(the('HEALTHCHECK'))].filter((word) =>
      word.includes('/'),
    );
    expect(named.length).toBeGreaterThan(0);
    for (const path of [...named, 'fixtures/sample/workspace.yaml', 'LICENSE', 'NOTICE'])
      expect(existsSync(join(program, path)), path).toBe(true);
    for (const path of ['src', 'package-lock.json', 'node_modules/typescript', 'node_modules/node'])
      expect(existsSync(join(program, path)), path).toBe(false);
  });

  it('come to 300 MB with Node and the libraries beside it', () => {
    const files = globSync('**', { cwd: program, withFileTypes: true }).filter((file) => file.isFile());
    const sizeBytes = files.reduce(
      (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
      0,
    );
    const librariesBytes = 15e6;
    expect(sizeBytes + statSync(process.execPath).size + librariesBytes).toBeLessThan(300e6);
  });

  it('make a server that works as another user in a folder that nobody writes to, is healthy, and stops by a signal', async () => {
    const [port, managementPort] = [await freePort(), await freePort()];
    const env = {
      ...variables,
      PATH: `${folder}:/usr/bin:/bin`,
      VITRINE_DATA: join(folder, 'data'),
      VITRINE_PORT: String(port),
      VITRINE_MANAGEMENT_PORT: String(managementPort),
    };
    const user = isRoot ? { uid: 65532, gid: 65532 } : {};
    const options = { cwd: program, env, ...user };
    const [node = '', ...entry] = wordsOf(the('ENTRYPOINT'));
    // Further back than the server itself puts what draws, which another user could not undo.
    const late = ['-n', '15', node, ...entry, ...wordsOf(the('CMD'))];
    const server = spawn('nice', late, { ...options, stdio: 'ignore' });
    onTestFinished(() => void server.kill('SIGKILL'));
    const ended = once(server, 'exit');
    const before = treeOf(program);
    const [probe = '', ...words] = wordsOf(the('HEALTHCHECK'));
    const isHealthy = () =>
      run(probe, words, options).then(
        ({ stdout }) => /answers 200/.test(stdout),
        () => false,
      );
    // Each asks by a process of its own.
    const seldom = { interval: 500 };
    await expect.poll(isHealthy, seldom).toBe(true);
    await expect
      .poll(
        () =>
          run(probe, [...words, '--ready'], options).then(
            () => true,
            () => false,
          ),
        seldom,
      )
      .toBe(true);
    const [token, ca] = ['admin-token', 'tls/ca.pem'].map((name) =>
      readFileSync(join(folder, 'data', name), 'utf8'),
    );
    const call = clientOf({ url: `https://127.0.0.1:${port}`, ca: ca ?? '' });
    expect((await call('GET', '/v1/me', { token: token?.trim() })).json.handle).toBe('Administrator');
    const apply = [...entry, 'apply', 'fixtures/sample/workspace.yaml'];
    expect((await run(node, apply, options)).stdout).toMatch(/4 files/);
    const image = '/v1/images/LumenLibrary2026design?ids=60:20&format=png';
    expect((await call('GET', image, { token: token?.trim() })).json).toMatchObject({
      images: { '60:20': expect.stringMatching(/^https:/) },
    });
    expect(treeOf(program)).toEqual(before);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
