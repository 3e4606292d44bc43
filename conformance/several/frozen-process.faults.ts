import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import type { Server } from '../harness/server.ts';
import { frozenProcessSuite } from './frozen-process.suite.ts';
import { startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
/** Half a minute of silence, and some for what is taken over then. */
const silenceMs = 45_000;

describe.skipIf('missing' in postgres)('What a process was doing that is frozen for 45 seconds', () => {
  const { url } = postgres as { url: string };
  frozenProcessSuite(url, () => wait(silenceMs));

  it('keeps a design that it was changing from others for half a minute, and no longer', async () => {
    const several = await startSeveral(url, 2);
    const holder = new pg.Client({ connectionString: several.databaseUrl });
    try {
      await holder.connect();
      const [frozen, other] = several.servers as [Server, Server];
      const file = await createFile(other);
      const change = (server: Server) =>
        as(server, 'PATCH', `/workspace/v1/files/${file}`, { link_access: 'view' });
      const close = await as(other, 'PATCH', `/workspace/v1/files/${file}`, { link_access: 'org_view' });
      expect(close.status).toBe(200);
      const waiting = () =>
        several.query(`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
      await holder.query('begin');
      await holder.query('lock table activity_events in share mode');
      const broken = change(frozen);
      await expect.poll(waiting).toHaveLength(1);
      process.kill(frozen.pid, 'SIGSTOP');
      await holder.query('rollback');
      await expect.poll(waiting).toEqual([]);
      const made = change(other);
      await expect.poll(waiting).toHaveLength(1);
      expect((await made).status).toBe(200);
      process.kill(frozen.pid, 'SIGCONT');
      expect((await broken).status).toBe(503);
      await expect.poll(async () => (await change(frozen)).status).toBe(200);
    } finally {
      await holder.end();
      await several.close();
    }
  });
});
