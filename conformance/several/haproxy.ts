import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { whereInstalled } from '../harness/installed.ts';
import type { Balancer } from './own-balancer.ts';

const program = whereInstalled('haproxy');
export const hasHaproxy = program !== undefined;

/** Servers at the same time; a name is used again for the next one once its server is gone. */
const names = Array.from({ length: 32 }, (_, place) => `s${place + 1}`);
const startLimitMs = 90_000;

/** HAProxy passing TCP on, which is told of servers that come and go. */
export async function openHaproxy(): Promise<Balancer> {
  // Not that of the run: the path of a socket may be no longer than a hundred letters.
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-haproxy-'));
  const port = await freePort();
  const socket = join(folder, 'admin');
  const settingsFile = join(folder, 'haproxy.cfg');
  await writeFile(settingsFile, settings(port, socket));
  const daemon = spawn(program ?? 'haproxy', ['-db', '-f', settingsFile], { stdio: 'ignore' });
  const ended = new Promise((done) => daemon.once('close', done));
  const end = () => daemon.kill('SIGKILL');
  process.once('exit', end);
  await untilTold(socket);
  const used = new Map<number, string>();
  return {
    port,
    add: async (to) => {
      const name = names.find((one) => ![...used.values()].includes(one));
      if (name === undefined) throw new Error(`HAProxy knows no more than ${names.length} servers.`);
      used.set(to, name);
      await tell(socket, `set server all/${name} addr 127.0.0.1 port ${to}`);
      await tell(socket, `set server all/${name} state ready`);
    },
    remove: async (from) => {
      const name = used.get(from);
      used.delete(from);
      if (name !== undefined) await tell(socket, `set server all/${name} state maint`);
    },
    close: async () => {
      end();
      process.removeListener('exit', end);
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A connection that a server does not take goes to the next one. */
const settings = (port: number, socket: string): string =>
  [
    'global',
    `  stats socket ${socket} level admin`,
    'defaults',
    '  mode tcp',
    '  timeout connect 5s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  retries 8',
    '  option redispatch 1',
    'frontend clients',
    `  bind 127.0.0.1:${port}`,
    '  default_backend all',
    'backend all',
    '  balance roundrobin',
    ...names.map((name) => `  server ${name} 127.0.0.1:1 disabled`),
    '',
  ].join('\n');

/** Has HAProxy change something; it answers nothing where it did. */
function tell(socket: string, line: string): Promise<void> {
  return new Promise((done, failed) => {
    let answer = '';
    const connection = connect(socket, () => connection.end(`${line}\n`));
    connection.on('data', (chunk) => {
      answer += chunk;
    });
    connection.once('error', failed);
    // It tells of a new address in a sentence.
    connection.once('close', () =>
      /^\s*($|IP changed|port changed|no need to change)/.test(answer)
        ? done()
        : failed(new Error(`HAProxy: ${line}: ${answer.trim()}`)),
    );
  });
}

async function untilTold(socket: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 20) {
    const isOpen = await tell(socket, '').then(
      () => true,
      (error) => !('code' in error),
    );
    if (isOpen) return;
    if (waitedMs > startLimitMs) throw new Error('HAProxy did not start');
    await wait(20);
  }
}
