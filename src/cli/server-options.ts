import { resolve } from 'node:path';
import { getCACertificates } from 'node:tls';
import { readSmallFile } from '../database/small-file.ts';
import { administratorTokenFile } from '../first-administrator.ts';
import { readRunningAddress } from '../running-address.ts';
import { isThisMachine } from '../this-machine.ts';
import { CommandFailed, type CommandIo, WrongUsage } from './command.ts';
import { unreadable } from './read-named-file.ts';
import type { OptionTable } from './usage.ts';

/** How every command that needs a running server is told which one. */
export const serverOptions = {
  url: {
    type: 'string',
    value: 'URL',
    sentence: 'The server; VITRINE_URL, else the one that runs on the data folder.',
  },
  token: {
    type: 'string',
    value: 'TOKEN',
    sentence:
      'Your token; VITRINE_TOKEN, else the administrator’s of the data folder for a server on this machine.',
  },
  ca: {
    type: 'string',
    value: 'FILE',
    sentence: 'Certificate authority of the server, PEM; VITRINE_CA, else tls/ca.pem in the data folder.',
  },
  data: { type: 'string', value: 'DIR', sentence: 'Data folder of the server; VITRINE_DATA, else ./data.' },
} as const satisfies OptionTable;

export interface ServerPlace {
  /** Address of the interface, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** Certificates to trust the server by, PEM; undefined where the usual ones do. */
  readonly trusted: string[] | undefined;
}

type Given = { readonly [Name in keyof typeof serverOptions]?: string };

/**
 * Finds the server and a token for it. The token of a data folder is offered to servers on this machine only,
 * never sent elsewhere unasked.
 *
 * @throws WrongUsage, CommandFailed
 */
export async function findServer(given: Given, io: CommandIo): Promise<ServerPlace> {
  const folder = resolve(io.cwd, given.data ?? (io.env.VITRINE_DATA || 'data'));
  const url = readUrl(given.url ?? (io.env.VITRINE_URL || (await readRunningAddress(folder))));
  const caPath = given.ca ?? (io.env.VITRINE_CA || undefined);
  return {
    url: url.href.replace(/\/+$/, ''),
    token:
      given.token ??
      (io.env.VITRINE_TOKEN || (await administratorToken(url, administratorTokenIn(folder, io)))),
    trusted:
      caPath === undefined
        ? await trustedWith(resolve(folder, 'tls', 'ca.pem'), () => undefined)
        : await trustedWith(resolve(io.cwd, caPath), (path, error) => {
            throw unreadable(`The certificate authority ${path}`, error);
          }),
  };
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    throw new WrongUsage(`The server's address must begin with https://, not: ${text}`);
  }
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    throw new WrongUsage(
      `Plain http:// would show the token to everyone on the way to ${url.host}; use https://.`,
    );
  }
  return new URL(url.origin + url.pathname);
}

const administratorTokenIn = (folder: string, { cwd, env }: CommandIo): string =>
  resolve(cwd, env.VITRINE_ADMIN_TOKEN_FILE || resolve(folder, administratorTokenFile));

async function administratorToken(url: URL, path: string): Promise<string> {
  if (!isThisMachine(url.hostname))
    throw new WrongUsage(`No token for ${url.origin}: give --token or set VITRINE_TOKEN.`);
  const text = await readSmallFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw unreadable(`The administrator's token ${path}`, error);
    throw new CommandFailed(
      `There is no token at ${path}: name the server's data folder with --data, or give --token or VITRINE_TOKEN.`,
    );
  });
  return text.trim();
}

async function trustedWith(
  path: string,
  onMissing: (path: string, error: unknown) => undefined,
): Promise<string[] | undefined> {
  const ca = await readSmallFile(path).catch((error) => onMissing(path, error));
  return ca === undefined ? undefined : [...getCACertificates('default'), ca];
}
