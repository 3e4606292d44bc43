import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { printable } from './printed-text.ts';
import { readSettings, settingOptions } from './serve/setting-flags.ts';
import { type OptionRow, type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['health [options]'],
  sentence: 'Asks the server that has these settings whether it answers, for what looks after containers.',
  options: {
    ready: { type: 'boolean', sentence: 'Asks whether requests should come, as balancers do.' },
    host: settingOptions.host as OptionRow,
    port: settingOptions.port as OptionRow,
    'management-port': settingOptions['management-port'] as OptionRow,
  },
  notes: [
    'It works on the machine of the server, with the same settings: the management port is asked, or without one the port of the interface. It ends with 0 or 1 after five seconds at the most.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

const patienceMs = 5_000;

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  namedPositionals(usage, positionals, []);
  const url = probeUrl(readSettings(values, io), values.ready === true);
  const { status, body } = await probe(url);
  if (status !== 200) throw new CommandFailed(`${url} answers ${status}: ${printable(body)}`);
  io.stdout.write(`${url} answers 200.\n`);
  return 0;
}

/** Where the settings say that the server is asked. */
function probeUrl({ host, port, managementPort }: Config, isForReady: boolean): URL {
  const paths = managementPort === undefined ? ['/healthz', '/readyz'] : ['/health', '/ready'];
  const origin = managementPort === undefined ? 'https://127.0.0.1' : 'http://127.0.0.1';
  const url = new URL(paths[isForReady ? 1 : 0] as string, origin);
  url.port = String(managementPort ?? port);
  url.hostname = hereOf(host);
  return url;
}

/** A server that listens on every address listens on that of this machine. */
function hereOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The certificate is made for clients from elsewhere, and nothing is told to whoever answers: it is not looked at. */
async function probe(url: URL): Promise<{ status: number | undefined; body: string }> {
  const options = { agent: false, signal: AbortSignal.timeout(patienceMs) };
  try {
    const request =
      url.protocol === 'http:'
        ? http.get(url, options)
        : https.get(url, { ...options, rejectUnauthorized: false });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return { status: answer.statusCode, body: await text(answer) };
  } catch (error) {
    throw new CommandFailed(`${url} does not answer: ${reasonOf(error as NodeJS.ErrnoException)}.`, {
      cause: error,
    });
  }
}

const reasonOf = ({ name, code, message }: NodeJS.ErrnoException): string =>
  name === 'AbortError' ? `nothing came within ${patienceMs / 1000} seconds` : (code ?? message);
