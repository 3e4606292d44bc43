import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { openSession } from './postgres-session.ts';
import type { Tables } from './tables.ts';

/** What there is news of: deliveries to send, images to draw, images that were drawn, a clock that tests have moved. */
export type Ring = 'deliveries' | 'renderings' | 'drawn' | 'clock';

/**
 * Tells the other processes that there is something to look for. It says nothing of what: a ring that is lost costs the
 * time until they look by themselves.
 */
export interface Bell {
  ring(ring: Ring): void;
  onRing(ring: Ring, heard: () => void): void;
  isConnected(): boolean;
  close(): Promise<void>;
}

const channel = 'vitrine';
/** What rings sooner after another ring goes with the next. */
const gatherMs = 10;
const againMs = 1_000;

/**
 * @param url leads past poolers, which swallow what is heard; without it rings are sent and none are heard
 */
export function postgresBell(database: Kysely<Tables>, url: string | undefined): Bell {
  const heard = new Map<string, () => void>();
  const due = new Set<Ring>();
  let sending: NodeJS.Timeout | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let session: pg.Client | undefined;
  let isClosed = false;
  const listening = url === undefined ? undefined : listen(url);

  /** From a statement of its own: within a change it would make all commits wait for one another. */
  const send = async (): Promise<void> => {
    sending = undefined;
    sentAt = performance.now();
    const rings = [...due];
    due.clear();
    for (const ring of rings) await sql`select pg_notify(${channel}, ${ring})`.execute(database);
  };
  async function listen(address: string): Promise<void> {
    while (!isClosed) {
      const broken = Promise.withResolvers<void>();
      try {
        session = await openSession(address, 'vitrine bell', () => broken.resolve());
        session.on('end', () => broken.resolve());
        session.on('notification', ({ payload = '' }) => heard.get(payload)?.());
        await session.query(`listen ${channel}`);
        // What rang while nobody heard it.
        for (const act of heard.values()) act();
        if (!isClosed) await broken.promise;
      } catch {
        // The polls behind the bell do the work until it is heard again.
      }
      await session?.end().catch(() => undefined);
      session = undefined;
      if (!isClosed) await sleep(againMs, undefined, { ref: false });
    }
  }
  return {
    ring: (ring) => {
      due.add(ring);
      const pauseMs = sentAt + gatherMs - performance.now();
      sending ??= setTimeout(() => void send().catch(() => undefined), Math.max(0, pauseMs)).unref();
    },
    onRing: (ring, act) => void heard.set(ring, act),
    isConnected: () => session !== undefined,
    close: async () => {
      isClosed = true;
      clearTimeout(sending);
      await session?.end().catch(() => undefined);
      await listening;
    },
  };
}
