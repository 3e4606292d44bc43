import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { DiskFiles } from '../blobs/disk-files.ts';
import { readConfig, type SettingName } from '../config.ts';
import type { WorkspaceFile } from '../contract/contract.ts';
import { type RunningServer, type StopLimits, startServer } from '../main.ts';
import { copySqliteInto } from './copied-sqlite.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The body as text. */
  readonly text: string;
  /** The body read as JSON; throws where it isn't. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly json: any;
}

export interface CallOptions {
  readonly method?: string;
  /** Sent in `X-Service-Token`; null sends none. The administrator's by default. */
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; bytes and strings as they are. */
  readonly body?: unknown;
}

export interface TestServer extends RunningServer {
  readonly adminToken: string;
  readonly folder: string;
  /** Stops it, and leaves what it has in its folder. */
  stop(): Promise<void>;
  /** Calls over HTTPS, with the certificate checked. */
  call(path: string, options?: CallOptions): Promise<TestAnswer>;
}

/** A server of its own on a free port and a folder of its own; both are gone after `close`. */
export async function startTestServer(
  options: {
    workspace?: WorkspaceFile;
    settings?: Partial<Record<SettingName, string>>;
    files?: DiskFiles;
    /** A data folder that is there already, and stays. */
    folder?: string;
    stopLimits?: StopLimits;
    /** Leaves it to the server to make its tables, which are copied else. */
    makesTables?: boolean;
  } = {},
): Promise<TestServer> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'vitrine-test-')));
  if (options.folder === undefined && options.makesTables !== true) copySqliteInto(folder);
  const config = readConfig(
    { port: '0', dataFolder: folder, testMode: 'on', logLevel: 'silent', ...options.settings },
    {},
  );
  const server = await startServer({
    config,
    workspace: options.workspace,
    files: options.files,
    stopLimits: options.stopLimits,
  });
  const agent = new Agent({ connect: { ca: await readFile(join(folder, 'tls', 'ca.pem')) } });
  return {
    ...server,
    adminToken: server.adminToken ?? '',
    folder,
    call: (path, call) => callServer(server, agent, path, call),
    stop: server.close,
    close: async () => {
      await agent.close();
      await server.close();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function callServer(
  server: RunningServer,
  agent: Agent,
  path: string,
  { method, token, headers, body }: CallOptions = {},
): Promise<TestAnswer> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const answer = await request(`${server.url}${path}`, {
    dispatcher: agent,
    method: (method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
    headers: {
      ...(token === null ? {} : { 'x-service-token': token ?? server.adminToken }),
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes,
    get text() {
      return bytes.toString('utf8');
    },
    get json() {
      return JSON.parse(bytes.toString('utf8'));
    },
  };
}
