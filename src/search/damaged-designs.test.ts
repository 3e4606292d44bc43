import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { BlobId, FileKey } from '../contract/branded-ids.ts';
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

/** The smallest GIF. */
const pixelGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

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
      200,
      true,
      false,
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

  test('and a damaged image fill are sent to nobody once that is found, until they are stored again', async () => {
    await push(files.open, 'Sent one');
    const image = `/workspace/v1/files/${files.open}/image-fills/picture`;
    const store = () => play('alice', `PUT ${image}`, pixelGif);
    expect((await store()).status).toBe(200);
    const { json } = await play('alice', `GET /v1/files/${files.open}/images`);
    const { pathname, search } = new URL(json.meta.images.picture);
    const whole = () => play('alice', `GET /v1/files/${files.open}`);
    const filled = () => cast.server().call(pathname + search);
    const { context } = cast.server();
    const { blob } = await context.database
      .selectFrom('image_fills')
      .select('blob')
      .executeTakeFirstOrThrow();
    const design = await blobFileOf(cast.server(), files.open as FileKey);
    for (const [path, asked, mend] of [
      [design, whole, () => push(files.open, 'Sent one')],
      [await context.blobs.localPath(blob as BlobId), filled, store],
    ] as const) {
      expect((await asked()).status).toBe(200);
      // Its last bytes, which no reader looks at.
      const bytes = readFileSync(path);
      writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from('?')]));
      await context.blobs.prove?.(basename(path) as BlobId).catch(() => undefined);
      const refused = await asked();
      expect([refused.status, refused.json.err]).toEqual([500, sentence]);
      await mend();
      expect((await asked()).status).toBe(200);
    }
    const measures = (await cast.server().call('/metrics')).text;
    expect(measures).toMatch(/vitrine_blobs_damaged_total\{where="store"\} [2-9]/);
  });

  test.each([
    ['GET', '/v1/files/KEY?depth=3'],
    ['GET', '/v1/images/KEY?ids=1:2'],
    ['GET', '/v1/files/KEY/images'],
    ['GET', '/workspace/v1/files/KEY/library'],
    ['POST', '/workspace/v1/files/KEY/publish', {}],
    ['GET', '/workspace/v1/files/KEY/diff?from=FIRST'],
    [
      'PATCH',
      '/workspace/v1/files/KEY/nodes',
      { operations: [{ op: 'set', id: '1:2', properties: { name: 'Other' } }] },
    ],
    [
      'POST',
      '/v1/files/KEY/comments',
      { message: 'Here', client_meta: { node_id: '1:2', node_offset: { x: 1, y: 1 } } },
    ],
  ] as const)('fails %s %s with that sentence', async (method, path, body?: unknown) => {
    await push(files.open, `For ${method} ${path}`);
    const { json } = await play('alice', `GET /v1/files/${files.open}/versions`);
    const first = json.versions.at(-1).id;
    damage(await blobFileOf(cast.server(), files.open as FileKey));
    const answer = await play(
      'alice',
      `${method} ${path.replace('KEY', files.open).replace('FIRST', first)}`,
      body,
    );
    expect([answer.status, answer.json.err]).toEqual([500, sentence]);
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
