import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { as, createFile, subscribe } from '../harness/delivery-record.ts';
import { smallFile } from '../harness/example-file.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { type GatedServer, type GatedServers, letTimePass, type Way } from './gated-servers.ts';

export interface Shutting {
  readonly way: Way;
  readonly whose: 'one' | 'all';
  readonly goneMs: number;
}

/** A file that all change, with a webhook that is told of its versions, and one that stays as all have read it. */
export interface GatedFile {
  readonly key: string;
  readonly quietKey: string;
  readonly receiver: Receiver;
  /** Ids of the versions that were answered. */
  readonly changes: string[];
}

/** Later a process that is cut off says itself that requests should go elsewhere. */
const unreadyMs = 12_000;
/** Others take a process for dead that is cut off for so long, and send what it was sending. */
const deadMs = 25_000;
const backMs = 60_000;
/** Between two calls of whoever uses a process that has its ways. */
const restMs = 100;

export async function prepareFile({ several }: GatedServers): Promise<GatedFile> {
  const key = await createFile(several.balanced);
  const quietKey = await createFile(several.balanced);
  const receiver = await openReceiver();
  await subscribe(several.balanced, key, receiver.url);
  return { key, quietKey, receiver, changes: [] };
}

/**
 * Shuts the way of one process or of all to the database or to the bucket: what needs it is answered 503 and leaves
 * nothing, what does not is answered, the others notice nothing, and once it is open all goes on by itself.
 */
export async function shutGates(
  servers: GatedServers,
  file: GatedFile,
  { way, whose, goneMs }: Shutting,
): Promise<void> {
  const { gated } = servers;
  const shut = whose === 'one' ? gated.slice(0, 1) : gated;
  const others = gated.filter((one) => !shut.includes(one));
  for (const { server } of gated) expect((await reads(server, quietOf(file))).status).toBe(200);
  for (const { server } of gated) expect((await server.call('GET', '/readyz')).status).toBe(200);
  const cold = await makeCold(servers, shut);
  const beside = others.map(({ server }) => useUntilOver(server, file));
  const startedAt = performance.now();
  try {
    for (const { gates } of shut) gates[way].shut();
    for (const one of shut) {
      if (way === 'database') await withoutDatabase(one.server, file);
      else await withoutBucket(one.server, file, cold.get(one) as string);
    }
    await wait(Math.max(0, goneMs - (performance.now() - startedAt)));
    for (const one of shut) await expectReadiness(one, way, goneMs);
    for (const { server } of others) expect((await server.call('GET', '/readyz')).status).toBe(200);
    for (const { gates } of shut) gates[way].open();
    for (const one of shut) await expectBack(one.server, { ...file, coldKey: cold.get(one) as string });
  } finally {
    for (const { gates } of shut) gates[way].open();
    for (const one of beside) expect(await one.end()).toEqual([]);
  }
  for (const one of gated) await expectNoErrors(one, file);
}

/** For each of these servers a design that another one has stored, and of which it has no copy. */
async function makeCold(
  { several, gated }: GatedServers,
  shut: readonly GatedServer[],
): Promise<ReadonlyMap<GatedServer, string>> {
  const cold = new Map<GatedServer, string>();
  for (const one of shut) {
    const { server } = gated[(gated.indexOf(one) + 1) % gated.length] as GatedServer;
    const key = await createFile(server);
    expect((await pushes(server, { key })).status).toBe(200);
    cold.set(one, key);
  }
  // The search brings copies to whichever server reads for it.
  const unread = 'select 1 from unsearched_files where file_key = any($1)';
  await expect.poll(() => several.query(unread, [[...cold.values()]])).toEqual([]);
  for (const [{ server }, key] of cold) {
    const newest = 'select snapshot from versions where file_key = $1 order by id desc limit 1';
    const [{ snapshot }] = await several.query(newest, [key]);
    await removeCopies(server, snapshot);
  }
  return cold;
}

async function removeCopies({ installation }: Server, blob: string): Promise<void> {
  const folder = join(installation.folder, 'installation', 'cache');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries)
    if (name === blob) await rm(join(parentPath, name), { force: true });
}

const quietOf = (file: GatedFile): GatedFile => ({ ...file, key: file.quietKey });

const reads = (server: Server, { key }: Pick<GatedFile, 'key'>): Promise<Answer> =>
  as(server, 'GET', `/v1/files/${key}`);
const pushes = (server: Server, { key }: Pick<GatedFile, 'key'>): Promise<Answer> =>
  as(server, 'PUT', `/workspace/v1/files/${key}/content`, smallFile(`Pushed ${Math.random()}`));

async function labels(server: Server, { key, changes }: GatedFile): Promise<Answer> {
  const answer = await as(server, 'POST', `/workspace/v1/files/${key}/versions`, { label: 'A change' });
  if (answer.status === 200) changes.push(answer.json.id);
  return answer;
}

function expectAway(answer: Answer): void {
  const { status, headers, text } = answer;
  expect([status, headers['retry-after'] === undefined, text]).toEqual([503, false, expect.any(String)]);
}

async function withoutDatabase(server: Server, file: GatedFile): Promise<void> {
  for (const ask of [reads, pushes, labels]) expectAway(await ask(server, file));
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  const { status, text } = await server.call('GET', '/metrics');
  expect([status, text]).toEqual([200, expect.stringContaining('vitrine_heartbeat_age_seconds ')]);
}

async function withoutBucket(server: Server, file: GatedFile, coldKey: string): Promise<void> {
  const quiet = quietOf(file);
  const before = await reads(server, quiet);
  expect(before.status).toBe(200);
  expectAway(await pushes(server, quiet));
  expectAway(await reads(server, { key: coldKey }));
  const { status, json } = await reads(server, quiet);
  expect([status, json.version]).toEqual([200, before.json.version]);
  expect((await labels(server, file)).status).toBe(200);
}

/** Where a process has not been cut off for so long as makes it unready, that time is let go by. */
async function expectReadiness(one: GatedServer, way: Way, goneMs: number): Promise<void> {
  const ask = async () => (await one.server.call('GET', '/readyz')).status;
  if (way === 'database' && goneMs < unreadyMs) {
    expect(await ask()).toBe(200);
    letTimePass(one);
  }
  // The usual patience is as long as other limits that end in the same.
  await expect.poll(ask, { timeout: backMs }).toBe(way === 'database' ? 503 : 200);
}

async function expectBack(server: Server, file: GatedFile & { readonly coldKey: string }): Promise<void> {
  for (const ask of [reads, pushes, labels])
    await expect.poll(async () => (await ask(server, file)).status, { timeout: backMs }).toBe(200);
  expect((await reads(server, { key: file.coldKey })).status).toBe(200);
  await expect.poll(async () => (await server.call('GET', '/readyz')).status, { timeout: backMs }).toBe(200);
}

async function expectNoErrors({ server }: GatedServer, file: GatedFile): Promise<void> {
  for (let round = 0; round < 2; round += 1)
    for (const ask of [reads, pushes, labels]) expect((await ask(server, file)).status).toBe(200);
}

/** Whoever calls a process that has its ways; answers what failed. */
function useUntilOver(server: Server, file: GatedFile): { end(): Promise<string[]> } {
  const failures: string[] = [];
  let isOver = false;
  const use = async (): Promise<void> => {
    while (!isOver)
      for (const ask of [reads, pushes, labels]) {
        const { status, text } = await ask(server, file).catch((error) => ({
          status: 0,
          text: String(error),
        }));
        if (status !== 200) failures.push(`${status} ${text.slice(0, 200)}`);
        await wait(restMs);
      }
  };
  const used = use();
  return {
    end: async () => {
      isOver = true;
      await used;
      return failures;
    },
  };
}

/** Every change was told, and once where no process was taken for dead. */
export async function checkTold(
  { several }: GatedServers,
  { receiver, changes }: GatedFile,
  longestMs: number,
): Promise<void> {
  const [server] = several.servers as [Server];
  expect((await as(server, 'POST', '/test/v1/clock', { advance: '1s' })).status).toBe(200);
  const steady = receiver.received.filter(({ path }) => path === '/steady');
  const told = new Set(steady.map(({ json }) => json.version_id));
  expect(changes.filter((id) => !told.has(id))).toEqual([]);
  const ids = steady.map(({ headers }) => headers['webhook-id']);
  if (longestMs < deadMs) expect(ids).toHaveLength(new Set(ids).size);
}
