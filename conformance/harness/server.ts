import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Call, clientOf, type Target } from './client.ts';
import { createDatabase } from './postgres-database.ts';
import { installationFolder } from './scratch-folder.ts';
import { startVitrine, type VitrineProcess } from './vitrine-process.ts';

export interface ServerOptions {
  /** Address of a PostgreSQL server; the embedded database is used without one. */
  readonly postgres?: string | undefined;
  /** More arguments of `vitrine serve`. */
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** An existing installation to start again; a fresh one is made without it. */
  readonly installation?: Installation;
  /** The command of another version. */
  readonly program?: string | undefined;
  /** Called before it is ready. */
  readonly onBegin?: ((process: VitrineProcess) => void) | undefined;
  /** Leaves `--test-mode` out. */
  readonly withoutTestMode?: boolean;
}

/** A data folder and, on PostgreSQL, a database: what stays when the process ends. */
export interface Installation {
  readonly folder: string;
  readonly env: Record<string, string>;
  remove(): Promise<void>;
}

export interface Server extends Target {
  readonly caPath: string;
  readonly pid: number;
  readonly adminToken: string;
  readonly installation: Installation;
  readonly process: VitrineProcess;
  readonly call: Call;
  /** Stops it gently; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

const startLimitMs = 90_000;

export async function createInstallation(postgres?: string): Promise<Installation> {
  const folder = await installationFolder();
  const tables = process.env.VITRINE_CONFORMANCE_TABLES;
  const database = postgres === undefined ? undefined : await createDatabase(postgres, tables);
  return {
    folder,
    env: database === undefined ? {} : { DATABASE_URL: database.url },
    remove: async () => {
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts `vitrine serve` on a free port and waits until it answers. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const installation = options.installation ?? (await createInstallation(options.postgres));
  const ready = join(installation.folder, 'ready.json');
  await rm(ready, { force: true });
  const running = startVitrine(
    [
      'serve',
      '--port',
      '0',
      '--data',
      join(installation.folder, 'installation'),
      '--ready-file',
      ready,
      ...(options.withoutTestMode === true ? [] : ['--test-mode']),
      ...(options.args ?? []),
    ],
    { VITRINE_LOG_LEVEL: 'warn', ...installation.env, ...options.env },
    options.program,
  );
  options.onBegin?.(running);
  try {
    return await readServer(running, installation, ready, options.env?.VITRINE_TLS_CERT);
  } catch (error) {
    running.child.kill('SIGKILL');
    if (options.installation === undefined) await installation.remove();
    throw error;
  }
}

async function readServer(
  running: VitrineProcess,
  installation: Installation,
  ready: string,
  ownCertificate: string | undefined,
): Promise<Server> {
  await untilReady(running, ready);
  const { url, ca, pid, adminToken } = JSON.parse(await readFile(ready, 'utf8'));
  const caPath = ca ?? ownCertificate;
  const target = { url, ca: await readFile(caPath, 'utf8') };
  return {
    ...target,
    caPath,
    pid,
    adminToken,
    installation,
    process: running,
    call: clientOf(target),
    stop: () => {
      running.child.kill('SIGTERM');
      return running.ended;
    },
    kill: async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    },
  };
}

async function untilReady(running: VitrineProcess, ready: string): Promise<void> {
  let code: number | null | undefined;
  running.ended.then((ended) => {
    code = ended;
  });
  for (let waitedMs = 0; !existsSync(ready); waitedMs += 20) {
    if (code !== undefined) throw new Error(`The server ended with ${code}: ${running.stderr()}`);
    if (waitedMs > startLimitMs) throw new Error(`The server did not start: ${running.stderr()}`);
    await wait(20);
  }
}

/** Starts a server, hands it to `use`, and stops and removes it however that ends. */
export async function withServer<T>(options: ServerOptions, use: (server: Server) => Promise<T>): Promise<T> {
  const server = await startServer(options);
  try {
    return await use(server);
  } finally {
    await server.stop();
    await server.installation.remove();
  }
}
