import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type GatedServers, startGated, type Way } from './gated-servers.ts';
import { checkTold, type GatedFile, prepareFile, shutGates } from './shut-gates.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

const times = [5_000, 20_000, 60_000];
const shuttings = (['database', 'bucket'] as Way[]).flatMap((way) =>
  (['one', 'all'] as const).flatMap((whose) => times.map((goneMs) => ({ way, whose, goneMs }))),
);

describe.skipIf('missing' in postgres)('Three processes with ways of their own', () => {
  let servers: GatedServers;
  let file: GatedFile;
  beforeAll(async () => {
    servers = await startGated((postgres as { url: string }).url, 3);
    file = await prepareFile(servers);
  });
  afterAll(async () => {
    await servers?.close();
    await file?.receiver.close();
  });

  it.each(shuttings)('go on after $goneMs ms in which $whose had no way to the $way', (shutting) =>
    shutGates(servers, file, shutting),
  );

  it('go on where the connections to the database of one fall silent without an end', async () => {
    const [one] = servers.gated;
    one?.gates.database.silence();
    const ask = () => one?.server.call('GET', '/readyz').then(({ status }) => status);
    // By then it would be taken for dead.
    await wait(30_000);
    await expect.poll(ask, { timeout: 15_000, interval: 500 }).toBe(200);
  });

  it('tell webhooks of every change that was answered meanwhile', () =>
    checkTold(servers, file, Math.max(...times)));
});
