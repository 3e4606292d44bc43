import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { blobIdOf } from '../blobs/blob-id.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { readTexts } from './read-texts.ts';
import { countTold } from './unread-versions-store.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

function contentOf(texts: readonly string[]): object {
  const children = texts.map((characters, at) => ({ id: `1:${at}`, type: 'TEXT', name: '', characters }));
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children };
  return { document: { id: '0:0', name: '', type: 'DOCUMENT', children: [page] }, name: '' };
}

async function push(texts: readonly string[], key?: FileKey): Promise<FileKey> {
  const made =
    key ?? (await server.call('/workspace/v1/files', { body: { name: 'F', project: '1' } })).json.key;
  const path = `/workspace/v1/files/${made}/content`;
  expect((await server.call(path, { method: 'PUT', body: contentOf(texts) })).status).toBe(200);
  return made;
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `text ${at}`);
const unread = () => server.context.database.selectFrom('unread_versions').selectAll().execute();
const told = async () => {
  const rows = await server.context.database
    .selectFrom('text_events')
    .select(['action_type', 'text'])
    .orderBy('id')
    .execute();
  return rows.map(({ action_type, text }) => `${action_type} ${text}`);
};

it('Reading of texts tells each change once, whoever reads at the same time', async () => {
  const key = await push(many(1200));
  await push(['text 0', 'other', ...many(1200).slice(2)], key);
  const { id } = await server.context.database
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow();
  await Promise.all([undefined, undefined, id].map((one) => readTexts(server.context, one)));
  expect(await told()).toHaveLength(1201);
  expect((await told()).filter((one) => !one.startsWith('insert'))).toEqual(['update other']);
  expect(await unread()).toEqual([]);
});

it('Reading of texts lets one of two servers tell the same', async () => {
  const place = { fileKey: await push(many(3)), ordinal: 1 };
  const count = () => countTold(server.context.database, place, { told: 0, more: 3 });
  expect([await count(), await count()]).toEqual([true, false]);
});

it('Reading of texts goes on where it was stopped in the middle of a version', async () => {
  await push(many(1200));
  await server.context.database.updateTable('unread_versions').set({ told: 1000 }).execute();
  await readTexts(server.context);
  expect(await told()).toEqual(
    many(1200)
      .slice(1000)
      .map((text) => `insert ${text}`),
  );
  expect(await unread()).toEqual([]);
});

it('Reading of texts leaves a version that cannot be read for the next time, and tells the others', async () => {
  const { database } = server.context;
  const keys = [await push(['one']), await push(['two'])].sort();
  const ofFirst = database.updateTable('versions').where('file_key', '=', keys[0]!);
  const { snapshot } = await database
    .selectFrom('versions')
    .select('snapshot')
    .where('file_key', '=', keys[0]!)
    .executeTakeFirstOrThrow();
  const lost = blobIdOf(createHash('sha256').update('stored nowhere'));
  await ofFirst.set({ snapshot: lost }).execute();
  await readTexts(server.context);
  expect(await told()).toHaveLength(1);
  expect(await unread()).toEqual([{ file_key: keys[0], ordinal: 1, told: 0 }]);
  await ofFirst.set({ snapshot }).execute();
  await readTexts(server.context);
  expect((await told()).sort()).toEqual(['insert one', 'insert two']);
});

it('Reading of texts looks at nothing where the plan lets nobody read it', async () => {
  await server.context.database.updateTable('organizations').set({ plan: 'organization' }).execute();
  await push(['one']);
  expect(await unread()).toEqual([]);
});
