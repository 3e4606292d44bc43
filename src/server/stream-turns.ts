import { beginSlice, type TimeSlice } from '../content/yielding.ts';
import type { CountsAs } from './trusted-proxies.ts';

export type Connection = { readonly remoteAddress?: string | undefined };

/** Who sends many requests at once is answered in turns with everybody else. */
export interface StreamTurns {
  /** Begins a request now, or in the turn of its client where enough was begun since others were looked at. */
  take(connection: Connection, begin: () => void): void;
}

/** Requests that wait, the oldest first. */
type Requests = (() => void)[];

/**
 * Clients take turns, each with the connection that waits longest and its oldest request, for one slice of time until
 * all else goes on.
 *
 * @param clientOf Whose a connection is: however many somebody opens, they have the turn of one
 */
export function streamTurns(
  clientOf: (connection: Connection) => unknown = (connection) => connection,
  newSlice: () => Pick<TimeSlice, 'isOver'> = beginSlice,
): StreamTurns {
  /** Those of each client, the one whose turn is next first; so are the connections of each. */
  const waiting = new Map<unknown, Map<Connection, Requests>>();
  let slice = newSlice();
  let isPlanned = false;
  const planTurn = (): void => {
    if (isPlanned || waiting.size === 0) return;
    isPlanned = true;
    setImmediate(nextTurn);
  };
  const nextTurn = (): void => {
    isPlanned = false;
    slice = newSlice();
    for (const [client, connections] of waiting) {
      const begin = takeNext(connections);
      waiting.delete(client);
      // Behind all others, who come first in what is gone through here.
      if (connections.size > 0) waiting.set(client, connections);
      planTurn();
      begin?.();
      if (slice.isOver()) return;
    }
  };
  const wait = (connection: Connection, begin: () => void): void => {
    const client = clientOf(connection);
    const connections = waiting.get(client) ?? new Map<Connection, Requests>();
    const requests = connections.get(connection) ?? [];
    requests.push(begin);
    waiting.set(client, connections.set(connection, requests));
    planTurn();
  };
  return {
    take: (connection, begin) => {
      // Whether all else went on since it began is not asked: that would take a turn of the event loop for each request.
      const isFree = waiting.size === 0 && !slice.isOver();
      if (isFree) begin();
      else wait(connection, begin);
    },
  };
}

/** Takes the oldest request of the first connection, which goes behind the others. */
function takeNext(connections: Map<Connection, Requests>): (() => void) | undefined {
  for (const [connection, requests] of connections) {
    const begin = requests.shift();
    connections.delete(connection);
    if (requests.length > 0) connections.set(connection, requests);
    return begin;
  }
  return undefined;
}

/** A client is who comes from one address; what comes by a proxy is of many, told apart by its connections alone. */
export const byAddress =
  (addressOf: CountsAs) =>
  (connection: Connection): unknown =>
    addressOf(connection) ?? connection;
