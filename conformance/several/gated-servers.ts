import { fileURLToPath } from 'node:url';
import { type DatabaseGate, openGate } from '../harness/database-gate.ts';
import type { Server } from '../harness/server.ts';
import { type Several, startSeveral } from './servers.ts';

/** A process with a way of its own to the database and to the bucket, each of which can be shut. */
export interface GatedServer {
  readonly server: Server;
  readonly gates: Readonly<Record<Way, DatabaseGate>>;
}

export type Way = 'database' | 'bucket';

export interface GatedServers {
  readonly several: Several;
  readonly gated: readonly GatedServer[];
  close(): Promise<void>;
}

/** Lets eleven seconds go by for a process, as it measures them. */
export const letTimePass = ({ server }: GatedServer): void => void process.kill(server.pid, 'SIGUSR2');

export async function startGated(postgres: string, count: number): Promise<GatedServers> {
  const several = await startSeveral(postgres, 0);
  const gated: GatedServer[] = [];
  const close = async (): Promise<void> => {
    for (const { gates } of gated) for (const gate of Object.values(gates)) gate.open();
    await several.close();
    for (const { gates } of gated) for (const gate of Object.values(gates)) await gate.close();
  };
  try {
    await Promise.all(Array.from({ length: count }, () => startOne(several, gated)));
  } catch (error) {
    await close();
    throw error;
  }
  return { several, gated, close };
}

const laterClock = fileURLToPath(new URL('../harness/later-clock.mjs', import.meta.url));

async function startOne({ databaseUrl, store, start }: Several, gated: GatedServer[]): Promise<void> {
  const gates = { database: await openGate(databaseUrl), bucket: await openGate(store.url) };
  const env = {
    DATABASE_URL: gates.database.url,
    VITRINE_BLOBS: store.setting.replace(store.url, gates.bucket.url.replace(/\/$/, '')),
    NODE_OPTIONS: `--import "file://${laterClock}"`,
  };
  gated.push({ server: await start({ env }), gates });
}
