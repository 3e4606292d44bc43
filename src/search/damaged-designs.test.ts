import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileKey } from '../contract/branded-ids.ts';
import { castWorkspace, files, smallDesign, team } from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';
import type { TestServer } from '../testing/test-server.ts';

const sentence =
  'What is stored of this design is lost or damaged. The log of the server says more to its administrator.';

async function blobFileOf({ context, folder }: TestServer, key: FileKey): Promise<string> {
  const { snapshot } = await context.database
    .selectFrom('versions')
    .select('snapshot')
    .where('file_key', '=', key)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return join(folder, 'blobs', snapshot.slice(0, 2), snapshot.slice(2, 4), snapshot);
}

/** Every seventh byte is another one, as nothing that reads it expects. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  for (let place = 0; place < bytes.length; place += 7) bytes[place] = (bytes[place] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

onServersOfBothEngines('A damaged design', castWorkspace(), (cast) => {
  const { play } = cast;
  const push = async (key: string, name: string) =>
    expect((await play('alice', `PUT /workspace/v1/files/${key}/content`, smallDesign(name))).status).toBe(
      200,
    );
  const found = async () => {
    const { status, json } = await play('alice', 'GET /workspace/v1/search?q=lantern');
    return [status, json.hits?.map(({ file_key }: { file_key: string }) => file_key)];
  };

  test('is left out of a search, and named by what reads it alone, until it is stored again', async () => {
    await push(files.open, 'Lantern one');
    await push(files.viewOnly, 'Lantern two');
    await expect.poll(found).toEqual([200, expect.arrayContaining([files.open, files.viewOnly])]);
    damage(await blobFileOf(cast.server(), files.open as FileKey));
    expect((await found())[1]).not.toContain(files.open);
    const texts = await play('alice', `GET /workspace/v1/teams/${team}/select?selector=TEXT`);
    const keys = texts.json.nodes?.map(({ file_key }: { file_key: string }) => file_key);
    expect([texts.status, keys.includes(files.viewOnly), keys.includes(files.open)]).toEqual([
      ...[200, true, false],
    ]);
    for (const path of [
      `/v1/files/${files.open}/nodes?ids=1:2`,
      `/workspace/v1/files/${files.open}/select?selector=TEXT`,
    ]) {
      const { status, json } = await play('alice', `GET ${path}`);
      expect([path, status, json.err]).toEqual([path, 500, sentence]);
    }
    await push(files.open, 'Lantern one');
    expect((await play('alice', `GET /workspace/v1/files/${files.open}/select?selector=TEXT`)).status).toBe(
      200,
    );
  });

  test('whose file is gone is named as one that is lost', async () => {
    await push(files.open, 'Gone one');
    rmSync(await blobFileOf(cast.server(), files.open as FileKey));
    const { status, json } = await play('alice', `GET /v1/files/${files.open}/nodes?ids=1:2`);
    expect([status, json.err]).toEqual([500, sentence]);
    await push(files.open, 'Gone one');
    expect((await play('alice', `GET /v1/files/${files.open}/nodes?ids=1:2`)).status).toBe(200);
  });
});
