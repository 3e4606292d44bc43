import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { WorkspaceFile } from '../contract/contract.ts';
import { administratorTokenFile } from '../first-administrator.ts';
import type { RunningServer } from '../main.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { freshExplorationToken } from './quickstart/exploration-token.ts';
import { readSettings, settingOptions } from './serve/setting-flags.ts';
import { serveUntilStopped } from './serve/start.ts';
import { type OptionTable, type Usage, usageText } from './usage.ts';
import { readWorkspaceFile } from './workspace-file.ts';

const offered = ['host', 'port', 'data', 'log-level'];

const usage = {
  lines: ['quickstart [options]'],
  sentence:
    'Starts a server with embedded storage, loads the sample workspace on the first start, and prints an address, a token and a line for curl.',
  options: Object.fromEntries(
    Object.entries(settingOptions).filter(([name]) => offered.includes(name)),
  ) as OptionTable,
  notes: [
    'The token is made anew at each start and ends after 24 hours. A PostgreSQL database that DATABASE_URL names is left alone.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

const samplePath = fileURLToPath(new URL('../../fixtures/sample/workspace.yaml', import.meta.url));

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  namedPositionals(usage, positionals, []);
  const logLevel = io.env.VITRINE_LOG_LEVEL ?? 'warn';
  const config = readSettings(values, io, { databaseUrl: '', logLevel });
  const sample = existsSync(samplePath) ? await readWorkspaceFile(samplePath) : undefined;
  return serveUntilStopped(
    {
      config,
      workspace: isFirstStart(config) ? sample : undefined,
      readyFile: undefined,
      announce: async (server) => void io.stdout.write(await welcome(server, sample, io)),
    },
    io,
  );
}

const isFirstStart = ({ dataFolder }: Config): boolean =>
  !existsSync(join(dataFolder, administratorTokenFile));

async function welcome(
  server: RunningServer,
  sample: WorkspaceFile | undefined,
  io: CommandIo,
): Promise<string> {
  const { url, caPath, context } = server;
  const token = await freshExplorationToken(server).catch((error) => {
    if (error instanceof CommandFailed) return undefined;
    throw error;
  });
  const shownToken = token ?? `in ${join(context.config.dataFolder, administratorTokenFile)}`;
  return `
  Vitrine is running. Ctrl-C stops it.

  Address   ${url}/docs
  Token     ${shownToken}${token === undefined ? '' : '   (for 24 hours)'}
  Authority ${caPath === undefined ? 'own certificate' : pathFrom(io.cwd, caPath)}

  Read ${sample === undefined ? 'who you are' : 'the sample file'}:

  ${curlLine(server, token ?? 'TOKEN', samplePathOf(server, sample), io.cwd)}

`;
}

/** What to ask for: the first file of the sample, as long as its key is known. */
function samplePathOf({ report }: RunningServer, sample: WorkspaceFile | undefined): string {
  const made = report?.created.find(({ kind }) => kind === 'file')?.id;
  const key = sample?.files?.[0]?.key ?? made;
  return key === undefined ? '/v1/me' : `/v1/files/${key}?depth=1`;
}

function curlLine({ url, caPath }: RunningServer, token: string, path: string, cwd: string): string {
  const authority = caPath === undefined ? '' : ` --cacert ${quoted(pathFrom(cwd, caPath))}`;
  return `curl${authority} -H 'X-Figma-Token: ${token}' '${url}${path}'`;
}

/** Short where the path lies below the folder the person is in. */
function pathFrom(cwd: string, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') ? path : `./${below}`;
}

const quoted = (path: string): string =>
  /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
