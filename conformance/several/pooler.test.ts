import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { smallFile } from '../harness/example-file.ts';
import type { Engine } from '../harness/global-setup.ts';
import { hasPgbouncer, openPgbouncer } from '../harness/pgbouncer.ts';
import { openPooler, type Pooler } from '../harness/pooler.ts';
import { createDatabase } from '../harness/postgres-database.ts';
import { openReceiver } from '../harness/receiver.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import type { Server } from '../harness/server.ts';
import { runVitrine } from '../harness/vitrine-process.ts';
import { type Several, startSeveral } from './servers.ts';
import { startAndKill } from './start-and-kill.ts';

/** A stand-in that is always there, and the program itself where it is installed. */
const poolers = [
  { title: 'a pooler', open: openPooler, isHere: true },
  { title: 'PgBouncer', open: openPgbouncer, isHere: hasPgbouncer },
];

for (const { title, open, isHere } of poolers) {
  const name = `Behind ${title} that lends connections for one transaction`;
  if (isHere) onOwnServers(name, (engine) => checks(engine, open));
  else
    describe.skip(`${name} (left out: pgbouncer is not installed)`, () => it('is left out', () => undefined));
}

function checks({ name, postgres }: Engine, open: typeof openPooler): void {
  if (postgres === undefined) {
    it.skip(`is no ${name}`, () => undefined);
    return;
  }
  let pooler: Pooler;
  let several: Several;
  const through = async (url: string) => {
    pooler = await open(url);
    return { DATABASE_URL: pooler.url, VITRINE_DATABASE_DIRECT_URL: url };
  };
  beforeAll(async () => {
    several = await startSeveral(postgres, 0, { through, makesTables: true });
  });
  afterAll(async () => {
    await several?.close();
    await pooler?.close();
  });

  it('five that start at once on an empty database get one schema where one is killed that is making it, and one that waits to', async () => {
    const living = await startAndKill(several, 5);
    const readiness = living.map(async ({ call }) => (await call('GET', '/readyz')).status);
    expect(await Promise.all(readiness)).toEqual(Array(3).fill(200));
    const [made] = await several.query(`select
      (select count(*)::int from users) as people, (select count(*)::int from organizations) as places,
      (select count(*)::int from packed_images) as images`);
    expect(made).toEqual({ people: 1, places: 1, images: 0 });
  });

  it('these work, and hear of each other past it', async () => {
    const [one, two] = several.servers as [Server, Server];
    const file = await createFile(one);
    const receiver = await openReceiver();
    const webhook = await as(two, 'POST', '/v2/webhooks', {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: receiver.url,
      passcode: 'secret',
    });
    expect(webhook.status).toBe(200);
    for (let round = 0; round < 4; round += 1) {
      const path = `/workspace/v1/files/${file}`;
      expect((await as(one, 'PUT', `${path}/content`, smallFile(`Round ${round}`))).status).toBe(200);
      const { json } = await as(two, 'GET', `/v1/files/${file}`);
      expect(json.document.children[0].children[0].name).toBe(`Round ${round}`);
      await Promise.all(
        [one, two].map((server) => as(server, 'POST', `${path}/versions`, { label: `Round ${round}` })),
      );
    }
    await receiver.until(9);
    // A plan that a connection has kept would fit its tables no more.
    await several.query('alter table webhooks add column added text');
    expect((await as(two, 'GET', `/v2/webhooks/${webhook.json.id}`)).status).toBe(200);
    expect((await as(two, 'GET', '/metrics')).text).toContain('vitrine_bell_connected 1');
    // On connections of their own, which nothing else is asked by: what is lent out hears of nothing.
    const [bells] = await several.query(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and query = 'listen vitrine'`);
    expect(bells).toEqual({ count: 3 });
    expect(pooler.connections()).toBeLessThanOrEqual(4);
    await receiver.close();
  });

  it('a server that works alone is refused, and told what it needs', async () => {
    const database = await createDatabase(postgres);
    const another = await open(database.url);
    const env = { DATABASE_URL: another.url, VITRINE_LOG_LEVEL: 'silent' };
    const folder = await scratchFolder('pooled');
    const { code, stderr } = await runVitrine(['serve', '--port', '0', '--data', folder], env);
    await another.close();
    await database.drop();
    expect([code, stderr.trim()]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL leads to a pooler.*VITRINE_DATABASE_DIRECT_URL\.$/),
    ]);
  });
}
