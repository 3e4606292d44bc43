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
`;

export interface RunArguments {
  /** The interface's address at the server, its path included; undefined: that of the data folder's server. */
  readonly url: URL | undefined;
  readonly dataFolder: string;
  /** Undefined where only the default place is known; it need not exist there. */
  readonly caPath: string | undefined;
  readonly redirectedHosts: readonly string[];
  readonly offline: boolean;
  readonly command: string;
  readonly commandArgs: readonly string[];
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
  const url = values.url ?? (env.VITRINE_URL || undefined);
  const ca = values.ca ?? (env.VITRINE_CA || undefined);
  return {
    url: url === undefined ? undefined : readUrl(url),
    dataFolder: from(values.data ?? (env.VITRINE_DATA || 'data')),
    caPath: ca === undefined ? undefined : from(ca),
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
} as const;

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
