import type pg from 'pg';

export interface Probe {
  /** How long a connection may lie unused without being asked. */
  readonly afterIdleMs: number;
  /** How long its answer is waited for. */
  readonly withinMs: number;
}

const usualProbe: Probe = { afterIdleMs: 5_000, withinMs: 3_000 };

export interface LivingClients {
  lend(): Promise<pg.PoolClient>;
  /** To be called with each connection that is given back. */
  rest(client: pg.PoolClient): void;
}

/**
 * Lends connections on which the database answers. One that was idle for a while is tried first: a network that drops
 * packets closes no connection, and a query on it would wait in vain. Where one is dead, all that have been idle since
 * before it was tried are given up too.
 */
export function livingClients(
  connect: () => Promise<pg.PoolClient>,
  { afterIdleMs, withinMs }: Probe = usualProbe,
): LivingClients {
  const idleSince = new WeakMap<pg.PoolClient, number>();
  let silentSince = Number.NEGATIVE_INFINITY;

  async function isHeard(client: pg.PoolClient): Promise<boolean> {
    const now = performance.now();
    const since = idleSince.get(client);
    if (since === undefined || now - since < afterIdleMs) return true;
    if (since < silentSince) return false;
    const isAnswered = await client.query(probeOf(withinMs)).then(
      () => true,
      () => false,
    );
    if (!isAnswered) silentSince = now;
    return isAnswered;
  }

  return {
    lend: async () => {
      for (;;) {
        const client = await connect();
        if (await isHeard(client)) return client;
        client.release(true);
      }
    },
    rest: (client) => void idleSince.set(client, performance.now()),
  };
}

/** The driver knows `query_timeout` for a single query, which its types leave out. */
const probeOf = (withinMs: number): pg.QueryConfig =>
  ({ text: 'select 1', query_timeout: withinMs }) as pg.QueryConfig;
