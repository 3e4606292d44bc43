import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { WorkspaceFile } from '../contract/contract.ts';
import { administratorTokenPath } from '../first-administrator.ts';
import type { RunningServer } from '../main.ts';
import { isThisMachine } from '../this-machine.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { quoted } from './pasteable-hints.ts';
import { type FirstCall, firstCall } from './quickstart/exploration-token.ts';
import { peopleTable, withPasswords } from './quickstart/sample-people.ts';
import { wayIn } from './quickstart/way-in.ts';
import { readSettings, settingOptions } from './serve/setting-flags.ts';
import { serveUntilStopped } from './serve/start.ts';
import { callTarget } from './server-call.ts';
import { type OptionTable, type Usage, usageText } from './usage.ts';
import { readWorkspaceFile } from './workspace-file.ts';

const offered = ['host', 'port', 'data', 'log-level'];

const usage = {
  lines: ['quickstart [options]'],
  sentence:
    'Starts a server with embedded storage, loads the sample workspace on the first start, and prints addresses, who can sign in, a token and a line for curl.',
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
  const config = readSettings(values, io, { databaseUrl: '', logLevel, webhookAllow: openedTo(values, io) });
  const sample = existsSync(samplePath) ? withPasswords(await readWorkspaceFile(samplePath)) : undefined;
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

/** Open to receivers of webhooks where nobody else reaches the server, as who tries one out has theirs beside it. */
const loopback = '127.0.0.0/8,::1/128';

function openedTo({ host }: { readonly host?: unknown }, { env }: CommandIo): string {
  const name = String(host ?? env.VITRINE_HOST ?? '127.0.0.1');
  const given = env.VITRINE_WEBHOOK_ALLOW ?? '';
  return [given, ...(isThisMachine(name) ? [loopback] : [])].filter((list) => list !== '').join();
}

const isFirstStart = (config: Config): boolean => !existsSync(administratorTokenPath(config));

async function welcome(
  server: RunningServer,
  sample: WorkspaceFile | undefined,
  io: CommandIo,
): Promise<string> {
  const { url, caPath, context } = server;
  const call = sample === undefined ? undefined : await firstCall(server, sample);
  const tokenPath = pathFrom(io.cwd, administratorTokenPath(context.config));
  const token = call === undefined ? '' : `  Token          ${call.token}   (${call.handle}, for 24 hours)\n`;
  return `
  Vitrine is running. Ctrl-C stops it.

  Console        ${url}/
  Reference      ${url}/docs
${token}  Authority      ${caPath === undefined ? 'the certificate of the settings' : pathFrom(io.cwd, caPath)}
  Administrator  token in ${tokenPath}
${peopleOfSample(server, sample)}${await laterWayIn(server, sample)}
  ${call === undefined ? 'See who the administrator is' : 'Read the sample'}:

  ${curlLine(server, call ?? { token: `$(cat ${quoted(tokenPath)})`, path: callTarget('GET /v1/me') }, io.cwd)}

`;
}

/** On later starts: what the first one printed of the people may be lost. */
async function laterWayIn(server: RunningServer, sample: WorkspaceFile | undefined): Promise<string> {
  if (sample === undefined || server.report !== undefined) return '';
  const way = await wayIn(server, sample);
  if (way === undefined) return '';
  return `
  Sign in with the passwords that the first start printed. To choose another for ${way.email},
  open this once:

  ${way.link}
`;
}

function peopleOfSample({ report }: RunningServer, sample: WorkspaceFile | undefined): string {
  if (sample === undefined || report === undefined) return '';
  const table = peopleTable(sample, report.tokens ?? {});
  return `\n  People of the sample, shown this once:\n\n${table.replaceAll(/^(?=.)/gm, '  ')}`;
}

/** In double quotation marks, so that the shell may fetch the token from its file. */
function curlLine(
  { url, caPath }: RunningServer,
  { token, path }: Pick<FirstCall, 'token' | 'path'>,
  cwd: string,
): string {
  const authority = caPath === undefined ? '' : ` --cacert ${quoted(pathFrom(cwd, caPath))}`;
  return `curl${authority} -H "X-Figma-Token: ${token}" "${url}${path}"`;
}

/** Short where the path lies below the folder the person is in. */
function pathFrom(cwd: string, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') ? path : `./${below}`;
}
