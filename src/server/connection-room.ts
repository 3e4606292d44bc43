import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { TellRefusal } from './refusals-told.ts';
import { type CountsAs, countsAs } from './trusted-proxies.ts';

export interface ConnectionLimits {
  readonly ofAll: number;
  /** Of one address; for IPv6 its first 64 bits. */
  readonly ofOne: number;
}

type Connection = Pick<Socket, 'remoteAddress' | 'destroy' | 'once'>;

export interface ConnectionRoom {
  /** Whether there is room for a connection, which has it until it is closed. */
  take(connection: Connection): boolean;
}

/**
 * Room for connections, each of which holds a descriptor. Where all of it is taken, the address that holds most yields
 * its oldest to one that holds fewer. Trusted proxies come for many and count among all alone.
 */
export function roomForConnections(
  { ofAll, ofOne }: ConnectionLimits,
  addressOf: CountsAs = countsAs(),
  refused: TellRefusal = () => {},
): ConnectionRoom {
  const byAddress = new Map<string, Set<Connection>>();
  let count = 0;
  const leave = (address: string, connection: Connection): void => {
    const open = byAddress.get(address);
    if (!open?.delete(connection)) return;
    count -= 1;
    if (open.size === 0) byAddress.delete(address);
  };
  const hasYielded = (held: number): boolean => {
    const [address, open] = largest(byAddress);
    const [oldest] = open;
    if (oldest === undefined || open.size <= held + 1) return false;
    leave(address, oldest);
    oldest.destroy();
    refused('connection for others', address);
    return true;
  };
  return {
    take: (connection) => {
      const address = addressOf(connection);
      const held = address === undefined ? 0 : (byAddress.get(address)?.size ?? 0);
      const why = held >= ofOne ? 'connection of its address' : 'connection of all';
      if (held >= ofOne || (count >= ofAll && !hasYielded(held))) {
        refused(why, address ?? connection.remoteAddress ?? '');
        return false;
      }
      count += 1;
      if (address === undefined) {
        connection.once('close', () => {
          count -= 1;
        });
        return true;
      }
      const open = byAddress.get(address) ?? new Set();
      byAddress.set(address, open.add(connection));
      connection.once('close', () => leave(address, connection));
      return true;
    },
  };
}

function largest(byAddress: ReadonlyMap<string, Set<Connection>>): [string, Set<Connection>] {
  let most: [string, Set<Connection>] = ['', new Set()];
  for (const entry of byAddress) if (entry[1].size > most[1].size) most = entry;
  return most;
}

/** What files, the database and the processes that draw may have of the descriptors, where there are many. */
const mostReserved = 1_024;

/** As many of the connections that are wanted as leave descriptors for everything else. */
export const connectionsWithin = (descriptors: number, wanted: number): number =>
  Math.max(1, Math.min(wanted, descriptors - Math.min(mostReserved, Math.ceil(descriptors / 2))));

/** How many descriptors this process may have. */
export function mostDescriptors(): number {
  const told =
    process.platform === 'linux'
      ? /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
      : reportedLimit();
  return Number(told ?? Number.POSITIVE_INFINITY);
}

function reportedLimit(): string | undefined {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? String(soft) : undefined;
}
