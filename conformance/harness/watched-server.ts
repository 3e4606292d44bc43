import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { createInstallation, type Installation, type Server, startServer } from './server.ts';

/** Where servers find a token that they share. */
export const sharedToken = 'the-token-of-an-administrator-of-several-servers';

/** A server that is watched on a port of its own, and can be stopped and started again. */
export interface WatchedServer {
  readonly server: Server;
  readonly installation: Installation;
  /** Whether requests should come to it, as its port for probes says. */
  isReady(): Promise<boolean>;
  /** Starts it again where it was stopped. */
  restart(): Promise<void>;
}

export interface WatchedOptions {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly installation?: Installation;
}

export async function startWatched({
  args = [],
  env = {},
  ...options
}: WatchedOptions = {}): Promise<WatchedServer> {
  const installation = options.installation ?? (await createInstallation());
  const token = join(installation.folder, 'shared-token');
  await writeFile(token, sharedToken, { mode: 0o600 });
  const port = await freePort();
  const start = () =>
    startServer({
      installation,
      args: ['--management-port', String(port), '--admin-token-file', token, ...args],
      env,
      withoutTestMode: true,
    });
  const running = { server: await start() };
  return {
    installation,
    get server() {
      return running.server;
    },
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        (answer) => answer.ok,
        () => false,
      ),
    restart: async () => {
      running.server = await start();
    },
  };
}
