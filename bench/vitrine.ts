import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Running, startProgram, untilReady } from './processes.ts';
import { askWell, type Client, openClient } from './timed-client.ts';

const clone = fileURLToPath(new URL('../bin/vitrine.mjs', import.meta.url));

/** The server under measurement, as a person starts it, in a process of its own. */
export interface Vitrine extends Running {
  readonly url: string;
  readonly ca: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly client: Client;
  /** From the start of the process to the first answer. */
  readonly startMs: number;
  /** Paths of the certificate and its key, for references that are to have the same. */
  readonly tls: { readonly cert: string; readonly key: string };
}

/**
 * Starts on a data folder, made where it is absent, with these settings, and waits for the first answer.
 *
 * @param workspace What it begins with: keys of files without content, or a whole workspace file
 * @param program The command, where it is not that of the clone
 */
export async function startVitrine(
  folder: string,
  workspace?: readonly string[] | object,
  settings: Readonly<Record<string, string>> = {},
  program = clone,
): Promise<Vitrine> {
  await mkdir(folder, { recursive: true });
  const readyFile = join(folder, 'ready.json');
  await rm(readyFile, { force: true });
  const workspaceFile = join(folder, 'workspace.json');
  if (workspace !== undefined) {
    const content = Array.isArray(workspace) ? workspaceOf(workspace) : workspace;
    await writeFile(workspaceFile, JSON.stringify(content));
  }
  const startedAt = performance.now();
  const words = [
    '--disable-warning=ExperimentalWarning',
    program,
    'serve',
    '--port=0',
    `--data=${join(folder, 'data')}`,
    '--log-level=error',
    `--ready-file=${readyFile}`,
    ...(workspace === undefined ? [] : [`--workspace=${workspaceFile}`]),
  ];
  const { child, running } = startProgram(process.execPath, words, settings);
  let ready: { url: string; ca: string; adminToken: string; pid: number } | undefined;
  await untilReady(
    child,
    async () => {
      ready = JSON.parse(await readFile(readyFile, 'utf8'));
      return true;
    },
    2,
  );
  const { url, ca: caPath, adminToken, pid } = ready!;
  const ca = await readFile(caPath);
  const headers = { 'x-figma-token': adminToken };
  const client = openClient(url, ca, headers);
  await askWell(client, '/v1/me');
  const startMs = performance.now() - startedAt;
  const tls = { cert: join(folder, 'data', 'tls', 'cert.pem'), key: join(folder, 'data', 'tls', 'key.pem') };
  return {
    url,
    ca,
    headers,
    client,
    startMs,
    tls,
    pid,
    stop: async () => {
      client.close();
      await running.stop();
    },
  };
}

/** One place for files that have no content yet. */
function workspaceOf(files: readonly string[]) {
  return {
    organizations: [{ id: '900', name: 'Bench', plan: 'enterprise' }],
    teams: [{ id: '100', name: 'Bench', organization: '900', members: [] }],
    projects: [{ id: '200', name: 'Bench', team: '100', access: 'team', members: [] }],
    files: files.map((key) => ({ key, name: key, project: '200', editor_type: 'figma' })),
  };
}

/** Makes a document the file's content and answers how long that took. */
export async function putContent({ client }: Vitrine, key: string, bytes: Uint8Array): Promise<number> {
  const { milliseconds } = await askWell(client, `/workspace/v1/files/${key}/content`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
    body: bytes,
  });
  return milliseconds;
}
