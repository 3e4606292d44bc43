import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { whereInstalled } from './installed.ts';
import type { Pooler } from './pooler.ts';

const program = whereInstalled('pgbouncer');
export const hasPgbouncer = program !== undefined;

/** The user that no file belongs to: PgBouncer refuses to run as root. */
const nobody = 65_534;
const mostConnections = 4;
const startLimitMs = 90_000;

/** PgBouncer itself in front of a PostgreSQL server, in transaction mode. */
export async function openPgbouncer(serverUrl: string): Promise<Pooler> {
  const folder = await mkdtemp(join(temporaryFolder(), 'vitrine-pgbouncer-'));
  const port = await freePort();
  const settingsFile = join(folder, 'pgbouncer.ini');
  await writeFile(settingsFile, settings(new URL(serverUrl), port));
  await chmod(folder, 0o755);
  const daemon = spawn(program ?? 'pgbouncer', [settingsFile], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && { uid: nobody, gid: nobody }),
  });
  const ended = new Promise((done) => daemon.once('close', done));
  const end = () => daemon.kill('SIGKILL');
  process.once('exit', end);
  await untilOpen(port);
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    connections: () => mostConnections,
    close: async () => {
      end();
      process.removeListener('exit', end);
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As root it belongs to somebody else, who must get to its settings: what is root's alone is no place for them. */
function temporaryFolder(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  return [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].find(isOpenToAll) ?? tmpdir();
}

function isOpenToAll(path: string): boolean {
  const modes = [path, ...foldersAbove(path)].map(
    (folder) => statSync(folder, { throwIfNoEntry: false })?.mode,
  );
  return modes.every((mode) => mode !== undefined && (mode & 0o005) === 0o005);
}

const foldersAbove = (path: string): string[] =>
  dirname(path) === path ? [] : [dirname(path), ...foldersAbove(dirname(path))];

function settings(server: URL, port: number): string {
  const password = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`;
  const user = decodeURIComponent(server.username || 'postgres');
  return [
    '[databases]',
    `* = host=${server.hostname} port=${server.port || 5432} user=${user}${password}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    `default_pool_size = ${mostConnections}`,
    'max_client_conn = 200',
    'auth_type = any',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    '',
  ].join('\n');
}

async function untilOpen(port: number): Promise<void> {
  for (let waitedMs = 0; !(await isOpen(port)); waitedMs += 50) {
    if (waitedMs > startLimitMs) throw new Error('PgBouncer did not start');
    await wait(50);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}
