import type { Answer } from '../../contract/calls.ts';
import { readDesignAddress, showsPagesOf } from '../../upstreams/design-address.ts';
import { CommandFailed, type CommandIo } from '../command.ts';
import { lackingLine } from '../lacking-line.ts';
import { plannedList } from '../planned-call.ts';
import { counted, printable } from '../printed-text.ts';
import { startProgress } from '../progress.ts';
import type { ServerClient } from '../server-client.ts';

type Pulled = Answer<'POST /workspace/v1/upstreams/{upstream_id}/pull'>;

export interface AddressPlan {
  readonly project: string;
  /** The upstream that is named; else the one that shows the pages of the address. */
  readonly from: string | undefined;
}

/** Whether a source is no file on this machine: an address, or with `--from` a key as well. */
export const isAddress = (source: string, from: string | undefined): boolean =>
  from !== undefined || /^https?:\/\//i.test(source);

/** Has the server read a design from where it is. @throws CommandFailed, ServerRefused */
export async function importAddress(
  server: ServerClient,
  address: string,
  { project, from }: AddressPlan,
  io: CommandIo,
  signal: AbortSignal,
): Promise<Pulled> {
  const read = readDesignAddress(address);
  if (read === undefined)
    throw new CommandFailed(
      `${printable(address)} is no address of a design, such as https://www.figma.com/design/KEY/Name.`,
    );
  const upstream_id = from ?? (await upstreamOf(server, read.host ?? ''));
  const progress = startProgress(io, `Reading ${printable(address)}`, 0);
  progress.wait(`The server reads ${printable(address)}`);
  try {
    const body = { project, file_key: read.key };
    const path = { upstream_id };
    return await server.ask('POST /workspace/v1/upstreams/{upstream_id}/pull', { path, body, signal });
  } finally {
    progress.end();
  }
}

async function upstreamOf(server: ServerClient, host: string): Promise<string> {
  const { upstreams } = await plannedList('GET /workspace/v1/upstreams')(server);
  const found = upstreams.filter(({ base_url }) => showsPagesOf(base_url, host));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.id;
  if (only !== undefined)
    throw new CommandFailed(`Several upstreams show the pages of ${printable(host)}: name one with --from.`);
  throw new CommandFailed(
    `No upstream shows the pages of ${printable(host)}. Add it with "npx vitrine upstream add", or name one with --from.`,
  );
}

/** What became of each part that is not simply there. */
export function partLines({ parts }: Pulled): string {
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  const remarks = parts
    .filter(({ state, reason }) => state !== 'done' || reason !== undefined)
    .map(({ part, state, reason = '' }) => `  ${part} ${state}: ${printable(reason)}\n`);
  return `  ${counted(calls, 'call')} within the limits of the upstream.\n${remarks.join('')}`;
}

/** Which parts of a design could not be had, and why; nothing where all came. What the token may not read there is none. */
export function lackingText({ key, name, parts }: Pulled): string {
  const lines = parts.filter(({ state }) => state === 'failed').map((part) => lackingLine(key, part));
  return lines.length === 0 ? '' : `Not all of "${printable(name)}" could be had.\n${lines.join('')}`;
}
