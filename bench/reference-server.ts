import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Running } from './processes.ts';
import type { StoredObject } from './several-place.ts';

export interface ReferenceServer extends Running {
  readonly url: string;
}

/** Starts the server that parses, filters and stringifies, in a process of its own. */
export const startParsingServer = (
  documentPath: string,
  tls: { cert: string; key: string },
): Promise<ReferenceServer> => startReference('./parsing-server.ts', [documentPath, tls.cert, tls.key]);

/** Starts the server that sends the bytes of a file from its memory, in a process of its own. */
export const startSendingServer = (
  path: string,
  tls: { cert: string; key: string },
): Promise<ReferenceServer> => startReference('./sending-server.ts', [path, tls.cert, tls.key]);

/** Starts what gets an object, hashes and writes it, and sends it on, in a process of its own. */
export const startBringingServer = (
  object: StoredObject,
  path: string,
  tls: { cert: string; key: string },
): Promise<ReferenceServer> =>
  startReference('./bringing-server.ts', [JSON.stringify(object), path, tls.cert, tls.key]);

/** Starts a server of the interface with so many files a project, and projects a team, to be mirrored. */
export const startUpstreamServer = (
  documentPath: string,
  { files, projects }: { readonly files: number; readonly projects: number },
  tls: { cert: string; key: string },
): Promise<ReferenceServer> =>
  startReference('./upstream-server.ts', [documentPath, `${files}`, `${projects}`, tls.cert, tls.key]);

/** Starts what takes so much of a core, so far back, and does nothing with it. */
export const startConsumer = (niceness: number, share: number): Promise<Running> =>
  startReference('./busy-consumer.ts', [`${niceness}`, `${share}`]);

async function startReference(program: string, args: readonly string[]): Promise<ReferenceServer> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const url = await Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    ended.then(([code]) => Promise.reject(new Error(`The reference ended with ${String(code)}.`))),
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
