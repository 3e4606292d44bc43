import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { whereInstalled } from './installed.ts';
import { scratchFolder } from './scratch-folder.ts';

const programs = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'ceph-authtool', 'monmaptool'];

/** Whether the store of Ceph is installed here, with all that it takes to start one. */
export const hasRadosgw = (): boolean => programs.every((program) => whereInstalled(program) !== undefined);

/** A real store of objects in a folder of its own, in memory, until it is closed. */
export interface Radosgw {
  readonly url: string;
  readonly env: Record<string, string>;
  /** Bounds what the tests' user may store, in bytes; none again with undefined. */
  bound(sizeBytes: number | undefined): Promise<void>;
  /** Ends the store at once, and starts it anew on the same port with what it holds. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const user = { uid: 'tests', accessKey: 'test-key', secretKey: 'test-secret' };
const memoryBytes = 2 * 1024 ** 3;
const startLimitMs = 60_000;

/** Three processes, without a manager; any user may start them. Takes some twelve seconds. */
export async function startRadosgw(): Promise<Radosgw> {
  const folder = await scratchFolder('radosgw');
  const daemons: ChildProcess[] = [];
  const end = (): void => {
    for (const daemon of daemons.splice(0).reverse()) daemon.kill('SIGKILL');
  };
  process.once('exit', end);
  const start = (program: string, ...args: string[]): ChildProcess => {
    const daemon = spawn(program, ['-c', 'ceph.conf', '-f', ...args], { cwd: folder, stdio: 'ignore' });
    daemons.push(daemon);
    return daemon;
  };
  const close = async (): Promise<void> => {
    end();
    process.removeListener('exit', end);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await freePort();
    await prepare(folder, port, start);
    const url = `http://127.0.0.1:${port}`;
    let gateway = start('radosgw', '-n', 'client.rgw');
    await untilAnswered(url);
    return {
      url,
      env: { AWS_ACCESS_KEY_ID: user.accessKey, AWS_SECRET_ACCESS_KEY: user.secretKey },
      bound: (sizeBytes) => bound(folder, sizeBytes),
      kill: async () => {
        const ended = new Promise((done) => gateway.once('close', done));
        gateway.kill('SIGKILL');
        await ended;
      },
      restart: async () => {
        gateway = start('radosgw', '-n', 'client.rgw');
        await untilAnswered(url);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepare(
  folder: string,
  port: number,
  start: (program: string, ...args: string[]) => ChildProcess,
): Promise<void> {
  const tool = (program: string, ...args: string[]) => run(program, args, { cwd: folder });
  const ceph = (program: string, ...args: string[]) => tool(program, '-c', 'ceph.conf', ...args);
  const [cluster, store, monitor] = [randomUUID(), randomUUID(), `[v2:127.0.0.1:${await freePort()}]`];
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'ceph.conf'), settings(folder, { cluster, monitor, port }));
  // Without keys the gateway hangs.
  await tool(
    'ceph-authtool',
    '--create-keyring',
    'keyring',
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  );
  for (const name of ['client.admin', 'client.rgw', 'osd.0']) {
    const rights = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
    await tool('ceph-authtool', 'keyring', '--gen-key', '-n', name, ...rights);
  }
  await tool('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitor, 'monmap');
  await ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', 'monmap', '--keyring', 'keyring');
  start('ceph-mon', '-i', 'a');
  await ceph('ceph', 'osd', 'new', store);
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store);
  start('ceph-osd', '-i', '0');
  const keys = ['--access-key', user.accessKey, '--secret', user.secretKey];
  await ceph('radosgw-admin', 'user', 'create', '--uid', user.uid, '--display-name', 'tests', ...keys);
}

function settings(
  folder: string,
  { cluster, monitor, port }: { cluster: string; monitor: string; port: number },
): string {
  return [
    '[global]',
    `fsid = ${cluster}`,
    `mon host = ${monitor}`,
    `keyring = ${folder}/keyring`,
    `run dir = ${folder}`,
    'admin socket =',
    `pid file = ${folder}/$name.pid`,
    `log file = ${folder}/$name.log`,
    `mon data = ${folder}/mon`,
    `osd data = ${folder}/osd`,
    `rgw data = ${folder}/rgw`,
    'osd objectstore = memstore',
    `memstore device bytes = ${memoryBytes}`,
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 1',
    'osd pool default pg autoscale mode = off',
    'mon allow pool size one = true',
    'mon data avail crit = 0',
    'osd crush chooseleaf type = 0',
    'rgw dynamic resharding = false',
    'rgw run sync thread = false',
    // What a user has used is asked for anew each time, so that a bound holds at once.
    'rgw bucket quota ttl = 0',
    'rgw user quota bucket sync interval = 0',
    // Without the last word a small answer takes 48 ms, not 4.
    `rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1`,
    '',
  ].join('\n');
}

async function bound(folder: string, sizeBytes: number | undefined): Promise<void> {
  const quota = (...args: string[]) =>
    run('radosgw-admin', ['-c', 'ceph.conf', 'quota', ...args, '--quota-scope=bucket', `--uid=${user.uid}`], {
      cwd: folder,
    });
  if (sizeBytes === undefined) await quota('disable');
  else {
    await quota('set', `--max-size=${sizeBytes}`);
    await quota('enable');
  }
}

async function untilAnswered(url: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 100) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (waitedMs > startLimitMs) throw new Error('radosgw did not start');
    await wait(100);
  }
}
