import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
import { WrongUsage } from '../command.ts';

const defaultHosts = 'api.figma.com,www.figma.com,figma.com';

export const runUsage = `Usage: vitrine run [options] -- COMMAND [ARGS…]

Starts COMMAND with its calls to the Figma API redirected to a Vitrine server.

  --url URL        the server; default: VITRINE_URL, else the one of the data folder
  --ca FILE        certificate authority of the server, PEM; default: VITRINE_CA,
                   else tls/ca.pem in the data folder (--data, VITRINE_DATA, else ./data)
  --data DIR       data folder of a server on this machine
  --host-map LIST  hosts that are redirected to the server, separated by commas;
                   default: ${defaultHosts}
  --offline        every other host is refused, except this machine
  --record FILE    writes what COMMAND asks and what it is answered into a tape (HAR 1.2),
                   without tokens, cookies, codes and secrets; the original answers then
  --to URL         with --record: a server that answers in place of the original
  --to-ca FILE     with --record: certificate authority of whoever answers, PEM
`;

export interface RunArguments {
  /** The interface's address at the server, its path included; undefined: that of the data folder's server. */
  readonly url: URL | undefined;
  readonly dataFolder: string;
  /** Undefined where only the default place is known; it need not exist there. */
  readonly caPath: string | undefined;
  readonly redirectedHosts: readonly string[];
  readonly offline: boolean;
  readonly recording: Recording | undefined;
  readonly command: string;
  readonly commandArgs: readonly string[];
}

/** A tape that is made. */
export interface Recording {
  readonly path: string;
  /** Who answers; undefined: the hosts that COMMAND calls. */
  readonly to: URL | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the command's arguments. The options end at `--` or at the first word that is none, since some
 * starters (as npm's) take the dashes away.
 *
 * @throws WrongUsage
 */
export function readRunArguments(args: readonly string[], env: Environment, cwd: string): RunArguments {
  const { values, rest } = splitArguments(args);
  const [command, ...commandArgs] = rest;
  if (command === undefined) throw new WrongUsage(`There is no command to run.\n\n${runUsage}`);
  const from = (path: string): string => (isAbsolute(path) ? path : join(cwd, path));
  const recording = readRecording(values, from);
  const url = values.url ?? (env.VITRINE_URL || undefined);
  const ca = recording === undefined ? (values.ca ?? (env.VITRINE_CA || undefined)) : values['to-ca'];
  return {
    url: url === undefined ? undefined : readUrl(url),
    dataFolder: from(values.data ?? (env.VITRINE_DATA || 'data')),
    caPath: ca === undefined ? undefined : from(ca),
    recording,
    redirectedHosts: readHosts(values['host-map'] ?? defaultHosts),
    offline: values.offline === true,
    command,
    commandArgs,
  };
}

const options = {
  url: { type: 'string' },
  ca: { type: 'string' },
  data: { type: 'string' },
  'host-map': { type: 'string' },
  offline: { type: 'boolean' },
  record: { type: 'string' },
  to: { type: 'string' },
  'to-ca': { type: 'string' },
} as const;

type Given = { readonly [Name in keyof typeof options]?: string | boolean };

function readRecording(given: Given, from: (path: string) => string): Recording | undefined {
  const { record, to } = given;
  if (typeof record !== 'string') {
    if ((to ?? given['to-ca']) === undefined) return undefined;
    throw new WrongUsage('--to and --to-ca say what is recorded: name the tape with --record FILE.');
  }
  if (record === '-') throw new WrongUsage('A tape is a file: give --record its name, not -.');
  if ((given.url ?? given.ca ?? given.data) !== undefined)
    throw new WrongUsage(
      'With --record the server is named by --to and --to-ca, not by --url, --ca or --data.',
    );
  return { path: from(record), to: typeof to === 'string' ? readUrl(to) : undefined };
}

function splitArguments(args: readonly string[]) {
  const end = endOfOptions(args);
  try {
    const { values } = parseArgs({ args: args.slice(0, end), options, strict: true });
    return { values, rest: args.slice(args[end] === '--' ? end + 1 : end) };
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message}\n\n${runUsage}`);
  }
}

function endOfOptions(args: readonly string[]): number {
  let index = 0;
  while (index < args.length && args[index] !== '--' && args[index]?.startsWith('--'))
    index += takesNextWord(args[index] ?? '') ? 2 : 1;
  return Math.min(index, args.length);
}

const takesNextWord = (word: string): boolean => {
  const option = (options as Record<string, { type: string } | undefined>)[word.slice(2)];
  return option?.type === 'string';
};

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new WrongUsage(`The server's address must begin with https://, not: ${text}`);
  return url;
}

function readHosts(text: string): string[] {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  const wrong = hosts.find((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) || /^[0-9.]+$/.test(host));
  if (wrong !== undefined)
    throw new WrongUsage(`--host-map takes host names separated by commas, not: ${wrong}`);
  return hosts;
}
