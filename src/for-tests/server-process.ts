import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../config.ts';

/** What a running server says of itself. */
export interface ServerFacts {
  readonly url: string;
  /** Path of its certificate authority. */
  readonly ca: string;
  readonly adminToken: string;
}

const program = fileURLToPath(new URL('../../bin/vitrine.mjs', import.meta.url));
const startLimitMs = 120_000;

/** Settings of whoever runs the tests are not those of the server. */
const notInherited = /^(VITRINE_|DATABASE_URL$|NODE_OPTIONS$|VITEST|JEST_|NODE_ENV$)/;

/**
 * Starts a server in test mode with its data in a folder, and waits until it answers. It ends with the process that
 * started it, and its folder with it.
 * @throws Error with what the server said, where it does not start
 */
export async function startProcess(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly child: ChildProcess; readonly facts: ServerFacts }> {
  const stopWithParent = new URL('./stop-with-parent.mjs', import.meta.url);
  stopWithParent.searchParams.set('folder', folder);
  const ready = join(folder, 'ready.json');
  const options = ['--test-mode', '--allow-http', '--port', '0', '--data', join(folder, 'data')];
  const inherited = Object.entries(processEnvironment()).filter(([name]) => !notInherited.test(name));
  const child = spawn(
    process.execPath,
    ['--import', stopWithParent.href, program, 'serve', ...options, '--ready-file', ready],
    {
      env: { ...Object.fromEntries(inherited), VITRINE_LOG_LEVEL: 'error', ...settings },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  child.stdin.on('error', () => {});
  // Neither the process nor what it might say keeps the run from ending.
  child.unref();
  for (const stream of [child.stdin, child.stderr]) (stream as unknown as { unref(): void }).unref();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-10_000);
  });
  for (let waitedMs = 0; !existsSync(ready); waitedMs += 20) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || waitedMs > startLimitMs) {
      child.kill('SIGKILL');
      throw new Error(`Vitrine did not start.\n${said.trim()}`);
    }
    await sleep(20);
  }
  return { child, facts: JSON.parse(await readFile(ready, 'utf8')) };
}

/** Lets requests in flight finish. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
