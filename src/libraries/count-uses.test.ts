import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobIdOf } from '../blobs/blob-id.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { countUses } from './count-uses.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const componentKey = 'a'.repeat(40);

/** Content with a number of instances of one remote component. */
function contentOf(uses: number): object {
  const instance = (_: unknown, at: number) => ({
    id: `1:${at}`,
    type: 'INSTANCE',
    name: '',
    componentId: '9:1',
    overrides: [],
  });
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: Array.from({ length: uses }, instance) };
  const component = { key: componentKey, name: 'Button', description: '', remote: true };
  const document = { id: '0:0', name: '', type: 'DOCUMENT', children: [page] };
  return { name: '', document, components: { '9:1': component } };
}

async function push(uses: number, key?: FileKey): Promise<FileKey> {
  const made =
    key ?? (await server.call('/workspace/v1/files', { body: { name: 'F', project: '1' } })).json.key;
  const path = `/workspace/v1/files/${made}/content`;
  expect((await server.call(path, { method: 'PUT', body: contentOf(uses) })).status).toBe(200);
  return made;
}

const counted = () =>
  server.context.database
    .selectFrom('library_uses')
    .select(['file_key', 'uses'])
    .where('uses', '>', 0)
    .orderBy('file_key')
    .execute();
const insertions = async () =>
  (await server.context.database.selectFrom('library_actions').select('insertions').execute()).map(
    (row) => row.insertions,
  );

describe('Counting uses of libraries', () => {
  it('counts each version once, whoever counts at the same time', async () => {
    const key = await push(3);
    await push(5, key);
    await Promise.all([1, 2, 3].map(() => countUses(server.context)));
    expect(await counted()).toEqual([{ file_key: key, uses: 5 }]);
    expect(await insertions()).toEqual([5]);
  });

  it('leaves a version that cannot be read, and those of its file after it, and counts other files', async () => {
    const { database } = server.context;
    const [first, second] = [await push(1), await push(2)].sort() as [FileKey, FileKey];
    await push(4, first);
    const ofFirst = database.updateTable('versions').where('file_key', '=', first).where('ordinal', '=', 1);
    const { snapshot } = await database
      .selectFrom('versions')
      .select('snapshot')
      .where('file_key', '=', first)
      .orderBy('ordinal')
      .executeTakeFirstOrThrow();
    await ofFirst.set({ snapshot: blobIdOf(createHash('sha256').update('stored nowhere')) }).execute();
    await countUses(server.context);
    expect((await counted()).map((row) => row.file_key)).toEqual([second]);
    await ofFirst.set({ snapshot }).execute();
    await countUses(server.context);
    expect(await counted()).toContainEqual({ file_key: first, uses: 4 });
  });
});
