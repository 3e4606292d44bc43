import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { exampleFile, smallFile } from '../harness/example-file.ts';
import type { Server } from '../harness/server.ts';
import { emptyBucket, emptyPlaces, expectHeld, holdOf, openKeeper } from './runbook.ts';
import { type Several, startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
const sound = /All is as it was stored/;

describe.skipIf('missing' in postgres)('By the runbook as it is printed', () => {
  const { url } = postgres as { url: string };

  /** Two servers with a file, somebody who keeps them, and a backup. */
  async function open() {
    const several = await startSeveral(url, 2);
    onTestFinished(() => several.close());
    const [one, two] = several.servers as [Server, Server];
    const file = await createFile(one);
    const held = await holdOf(two, file);
    const keeper = await openKeeper(several, one);
    expect(await keeper.asPrinted('A backup is made')).toMatch(sound);
    return { several, one, two, file, held, keeper };
  }

  const push = (server: Server, file: string, design: object) =>
    as(server, 'PUT', `/workspace/v1/files/${file}/content`, design);

  it('a backup is restored by one server, and the others that run go on with it, as does one that starts', async () => {
    const { several, one, two, file, held, keeper } = await open();
    for (const server of [one, two])
      expect((await push(server, file, smallFile('After the backup'))).status).toBe(200);
    await keeper.asPrinted('A backup is restored');
    for (const server of [one, two, await several.start()]) await expectHeld(server, file, held);
    expect((await push(two, file, smallFile('Later'))).status).toBe(200);
    const read = await as(one, 'GET', `/v1/files/${file}`);
    expect(read.json.document.children[0].children[0].name).toBe('Later');
  });

  it('a bucket that is lost is replaced by a copy, which tells what it lacks, and is mended by a push', async () => {
    const { several, one, two, file, held, keeper } = await open();
    const [copy, empty] = [await emptyBucket(), await emptyBucket()];
    for (const [key, object] of several.store.objects) copy.objects.set(key, object);
    several.store.misfortune = () => ({ status: 404, code: 'NoSuchBucket' });
    await expect(several.start({ env: { VITRINE_BLOBS: empty.setting } })).rejects.toThrow(
      /none of the objects that the database knows/,
    );
    const env = { VITRINE_BLOBS: copy.setting };
    for (const server of [one, two]) {
      await several.start({ env });
      expect(await several.replace(server)).toBe(0);
    }
    const [first, second] = several.servers as [Server, Server];
    const blanks = { 's3://designs-copy/vitrine?region=eu-central-1': copy.setting };
    expect(await keeper.asPrinted('The bucket is lost', { blanks })).toMatch(sound);
    for (const server of [first, second]) await expectHeld(server, file, held);

    const [{ object }] = await several.query(
      'select object from blobs join versions on snapshot = blobs.id where versions.id = $1',
      [held.version],
    );
    expect([...copy.objects.keys()].filter((key) => key.endsWith(object))).toHaveLength(1);
    for (const key of [...copy.objects.keys()]) if (key.endsWith(object)) copy.objects.delete(key);
    const said = await keeper.asPrinted('The bucket is lost', { blanks, endsWith: 1 });
    expect(said).toContain(`file ${file} `);
    expect((await push(second, file, exampleFile)).status).toBe(200);
    expect(await keeper.asPrinted('The bucket is lost', { blanks })).toMatch(sound);
  });

  it('a database that is lost comes back by its own backup, and the servers take up their work by themselves', async () => {
    const { several, one, two, file, held, keeper } = await open();
    const again = await ownBackup(several);
    const after = await createFile(two);
    await again.lose();
    const { status, headers } = await as(one, 'GET', `/v1/files/${file}`);
    expect([status, headers['retry-after']]).toEqual([503, expect.any(String)]);
    await again.restore();
    for (const server of [one, two]) {
      await expect.poll(async () => (await as(server, 'GET', `/v1/files/${file}`)).status).toBe(200);
      await expectHeld(server, file, held);
      expect((await as(server, 'GET', `/v1/files/${after}`)).status).toBe(404);
    }
    expect(await keeper.asPrinted('The database is lost')).toMatch(sound);
    expect((await push(two, file, smallFile('Later'))).status).toBe(200);
  });

  it('a database that is lost without a backup of its own goes on in an empty one, with a prefix of its own in the bucket', async () => {
    const { several, one, two, file, held, keeper } = await open();
    for (const server of [one, two]) expect(await several.replace(server)).toBe(0);
    const { DATABASE_URL: databaseUrl } = await emptyPlaces(url);
    const places = {
      DATABASE_URL: databaseUrl ?? '',
      VITRINE_BLOBS: several.store.setting.replace('?', '-2?'),
    };
    const blanks = {
      'postgres://vitrine@db.example.com/vitrine_2': places.DATABASE_URL,
      's3://designs/vitrine-2?region=eu-central-1': places.VITRINE_BLOBS,
    };
    await keeper.asPrinted('The database is lost', { block: 1, blanks });
    const first = await several.start({ env: places });
    await keeper.goesTo(first);
    expect(await keeper.asPrinted('The database is lost', { block: 2 })).toMatch(sound);
    for (const server of [first, await several.start({ env: places })]) await expectHeld(server, file, held);
  });
});

/** What the database's administrator does, who has tools of their own: here a copy beside it. */
async function ownBackup({ databaseUrl }: Several): Promise<Record<'lose' | 'restore', () => Promise<void>>> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const administrator = new pg.Client({ connectionString: new URL('postgres', databaseUrl).href });
  await administrator.connect();
  onTestFinished(() => administrator.end());
  const run = async (...statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await administrator.query(statement);
  };
  const leaveAlone = [
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  ];
  const copy = `${name}_copy`;
  await run(...leaveAlone, `create database ${copy} template ${name}`);
  await run(`alter database ${name} with allow_connections true`);
  return {
    lose: () => run(`drop database ${name} with (force)`),
    restore: () => run(`create database ${name} template ${copy}`, `drop database ${copy}`),
  };
}
