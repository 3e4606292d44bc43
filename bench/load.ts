import { fileURLToPath } from 'node:url';
import { findProgram, runToEnd } from './processes.ts';

export type Protocol = 'http/1.1' | 'h2';

/** A fixed number of requests over a fixed number of connections, each with one request at a time. */
export interface Load {
  readonly url: string;
  readonly caPath: string;
  readonly protocol: Protocol;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly requests: number;
}

/** Calls the load generator; requests for each second. @throws Error when any answer is not 200 */
export type RunLoad = (load: Load) => Promise<number>;

/** Both sides are held to it, so that both encrypt alike. */
export const cipher = 'TLS_AES_128_GCM_SHA256';

/** `h2load` where it is installed, otherwise our own client. */
export async function findLoadGenerator(): Promise<{ name: string; run: RunLoad }> {
  const h2load = await findProgram('h2load');
  if (h2load === undefined) return { name: 'a Node client of the project', run: runOwnClient };
  const version = (await runToEnd(h2load, ['--version'])).trim();
  return { name: version, run: (load) => runH2load(h2load, load) };
}

async function runH2load(program: string, load: Load): Promise<number> {
  const output = await runToEnd(program, [
    '-n',
    String(load.requests),
    '-c',
    String(load.connections),
    '-m',
    '1',
    '-t',
    '1',
    `--npn-list=${load.protocol}`,
    `--tls13-ciphers=${cipher}`,
    ...Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    load.url,
  ]);
  return readH2load(output, load);
}

/** What h2load printed, believed only where all went as asked. */
export function readH2load(output: string, load: Pick<Load, 'protocol' | 'requests'>): number {
  const found = (pattern: RegExp) => pattern.exec(output)?.[1];
  const succeeded = Number(found(/status codes: (\d+) 2xx/));
  const spoken = found(/^Application protocol: (\S+)/m);
  const sealed = found(/^Cipher: (\S+)/m);
  if (succeeded !== load.requests) throw new Error(`Not every request succeeded:\n${output}`);
  if (spoken !== load.protocol || sealed !== cipher) throw new Error(`It went by ${spoken}, ${sealed}.`);
  return perSecond(output);
}

/** `finished in 4.00s, 47.33 req/s`: the number of requests by second as h2load counts it. */
function perSecond(output: string): number {
  return Number(/finished in [\d.]+\w+, ([\d.]+) req\/s/.exec(output)?.[1]);
}

/** In a process of its own, so that our measuring does not share a thread with it. */
export async function runOwnClient(load: Load): Promise<number> {
  const client = fileURLToPath(new URL('./load-client.ts', import.meta.url));
  return Number(await runToEnd(process.execPath, [client, JSON.stringify(load)]));
}
