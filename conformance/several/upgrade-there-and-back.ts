import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { scratchFolder } from '../harness/scratch-folder.ts';
import type { Server } from '../harness/server.ts';
import { runVitrine } from '../harness/vitrine-process.ts';
import { makeNextVersion, nextChanges } from './next-version.ts';
import { letSilenceBeOver, type Several, startSeveral } from './servers.ts';
import { beginUpgradeLoad, type UpgradeLoad } from './upgrade-under-load.ts';

export interface UpgradePlan {
  /** How many are answered in each of four stages before the next begins. */
  readonly requestsEach: number;
  /** How long each client rests between two requests. */
  readonly restMs: number;
}

/**
 * Servers of this version are replaced by those of the next and back again under load, with a change of the schema
 * between, and nothing fails.
 *
 * @returns how many were answered in all
 */
export async function upgradeThereAndBack(
  postgres: string,
  { requestsEach, restMs }: UpgradePlan,
): Promise<number> {
  const { several, next, schemaBy } = await prepare(postgres);
  const load = await beginUpgradeLoad(several, restMs);
  const [one, two] = several.servers as [Server, Server];
  await load.more(requestsEach);

  const newer = await several.start({ program: next });
  const namesOf = [await load.assetsOf(one), await load.assetsOf(newer)];
  expect(namesOf[0]).not.toEqual(namesOf[1]);
  const bytesOf = async (server: Server, path: string) => {
    const { status, bytes, headers } = await server.call('GET', path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { status, hash, type: headers['content-type'], cache: headers['cache-control'] };
  };
  for (const path of namesOf.flat())
    expect([path, await bytesOf(one, path)]).toEqual([path, await bytesOf(newer, path)]);
  expect((await one.call('GET', '/assets/index-OfNoOne1.js')).status).toBe(404);
  await expectImagesOfEither(several, load, [one, newer]);

  const standing = await schemaBy(next, '--status');
  expect(standing).toMatchObject({
    pending: [],
    fits: true,
    waiting: [{ change: nextChanges.contracting }],
  });
  const pids = standing.waiting[0].for.map((name: string) => Number(name.split(':').at(-1)));
  expect(new Set(pids)).toEqual(new Set([one.pid, two.pid]));
  expect(await schemaBy(undefined, '--status')).toMatchObject({
    pending: [],
    waiting: [],
    unknown: [nextChanges.expanding],
    fits: true,
  });
  for (const old of [one, two]) expect(await several.replace(old)).toBe(0);
  await load.more(requestsEach);

  const back = await several.start();
  await load.more(requestsEach);
  expect(await several.replace(newer)).toBe(0);
  await load.more(requestsEach);
  const { answered, failures } = await load.stop();
  expect(failures).toEqual([]);

  process.kill(back.pid, 'SIGSTOP');
  await letSilenceBeOver(several, back);
  expect(await schemaBy(next)).toMatchObject({ pending: [], waiting: [], fits: true });
  // It wakes in a database that lacks what it needs.
  process.kill(back.pid, 'SIGCONT');
  expect(await back.process.ended).toBe(0);
  expect(back.process.stderr()).toContain('this server may not work with the database any more');
  await expect(several.start()).rejects.toThrow(/newer version of this program.*9002-after-9001-next-index/s);
  return answered;
}

/** An image is had from the server of the other version, also where nothing is stored of it. */
async function expectImagesOfEither(
  { query }: Several,
  load: UpgradeLoad,
  [one, newer]: readonly [Server, Server],
): Promise<void> {
  for (const [drawing, giving] of [
    [one, newer],
    [newer, one],
  ] as const) {
    const { path, answer } = await load.imageOver(drawing, giving);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(answer.bytes.equals((await drawing.call('GET', path)).bytes)).toBe(true);
    const lost = await load.imageOver(drawing, {
      adminToken: giving.adminToken,
      call: async (...how) => {
        await query('delete from packed_images');
        return giving.call(...how);
      },
    });
    expect([lost.answer.status, lost.answer.headers['content-type']]).toEqual([200, 'image/png']);
  }
}

/** Two servers of this version, the command of the next, and what either says of the schema. */
async function prepare(postgres: string) {
  const folder = await scratchFolder('next-version');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const next = makeNextVersion(folder);
  const several: Several = await startSeveral(postgres, 2);
  onTestFinished(() => several.close());
  const schemaBy = async (program: string | undefined, ...args: string[]) => {
    const { stdout, stderr } = await runVitrine(['migrate', '--json', ...args], several.env, program);
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  return { several, next, schemaBy };
}
