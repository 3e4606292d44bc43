import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Running } from './processes.ts';

/** Starts the server that parses, filters and stringifies, in a process of its own. */
export async function startParsingServer(
  documentPath: string,
  tls: { cert: string; key: string },
): Promise<Running & { url: string }> {
  const file = fileURLToPath(new URL('./parsing-server.ts', import.meta.url));
  const child = fork(file, [documentPath, tls.cert, tls.key], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const url = await Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    ended.then(([code]) => Promise.reject(new Error(`The parsing server ended with ${String(code)}.`))),
  ]);
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
