import { beforeEach, expect, test } from 'vitest';
import type { BlobId, FileKey } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { claimUnsearched, noteUnsearched, ReadingLost } from '../files/unsearched-files-store.ts';
import { castWorkspace, files } from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';
import { readForSearch } from './read-for-search.ts';

const key = files.open as FileKey;
const texts = 20 * 64;

/** Many texts, so that they are in many blocks of the index. */
function design(title: string) {
  const paint = { blendMode: 'NORMAL', type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 } };
  const children = Array.from({ length: texts }, (_, place) => ({
    id: `1:${place}`,
    type: 'TEXT',
    name: `Label ${place}`,
    characters: `${title} ${place}`,
    style: { fontFamily: 'Inter', fontSize: 10 },
    fills: [paint],
  }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  return { document, components: {}, componentSets: {}, styles: {}, schemaVersion: 0, name: title };
}

onServersOfBothEngines('A file whose design was changed', castWorkspace(), (cast) => {
  const { play } = cast;
  const database = () => cast.server().context.database;
  const push = (title: string) => play('alice', `PUT /workspace/v1/files/${key}/content`, design(title));
  const set = (places: readonly number[], properties: (place: number) => object) =>
    play('alice', `PATCH /workspace/v1/files/${key}/nodes`, {
      operations: places.map((place) => ({ op: 'set', id: `1:${place}`, properties: properties(place) })),
    });
  const current = () =>
    database()
      .selectFrom('files')
      .innerJoin('versions', 'versions.id', 'files.current_version')
      .select(['versions.snapshot', 'files.name'])
      .where('files.key', '=', key)
      .executeTakeFirstOrThrow();
  const state = () =>
    database().selectFrom('search_files').selectAll().where('file_key', '=', key).executeTakeFirst();
  /** Waits until the file is read, and answers its generation with the first nodes of its blocks by their ids. */
  async function read() {
    const left = () =>
      database().selectFrom('unsearched_files').select('file_key').where('file_key', '=', key).execute();
    await expect.poll(left, { interval: 50 }).toEqual([]);
    const { generation, ...of } = (await state())!;
    expect(of).toMatchObject(await current());
    const rows = await database()
      .selectFrom('search_blocks')
      .select(['id', 'first_node'])
      .where('generation', '=', generation)
      .execute();
    return {
      generation,
      blocks: new Map(rows.map(({ id, first_node }) => [Number(id), Number(first_node)])),
    };
  }
  type Read = Awaited<ReturnType<typeof read>>;
  const writtenAnew = (before: Read, after: Read) =>
    [...after.blocks].flatMap(([id, first]) => (before.blocks.has(id) ? [] : [first])).sort((a, b) => a - b);
  const found = async (q: string) => {
    const { json } = await play('alice', `GET /workspace/v1/search?file=${key}&q=${q}`);
    return json.hits.map(({ node_id }: { node_id: string }) => node_id);
  };

  let before: Read;
  beforeEach(async () => {
    expect((await push('lantern')).status).toBe(200);
    before = await read();
    expect(before.blocks.size).toBe(texts / 64 + 1);
  });

  test('in nothing that gives words is not read again', async () => {
    const fills = [{ blendMode: 'NORMAL', type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } }];
    const all = Array.from({ length: texts }, (_, place) => place);
    expect((await set(all, () => ({ fills, opacity: 0.5 }))).status).toBe(200);
    expect(await read()).toEqual(before);
    expect(await found('lantern%20700')).toEqual(['1:700']);
  });

  test('in the words of some nodes is read where these are, and again where that is taken back', async () => {
    await set([1, 2, 700], () => ({ characters: 'A candle' }));
    const after = await read();
    expect(after.generation).toBe(before.generation);
    expect(writtenAnew(before, after)).toEqual([0, 640]);
    expect(after.blocks.size).toBe(before.blocks.size);
    expect(await found('candle')).toEqual(expect.arrayContaining(['1:1', '1:2', '1:700']));
    await set([2], () => ({ characters: 'A torch' }));
    const later = await read();
    expect(writtenAnew(after, later)).toEqual([0]);
    await push('lantern');
    const last = await read();
    expect(last.generation).toBe(before.generation);
    expect(writtenAnew(later, last)).toEqual([0, 640]);
    expect([await found('candle'), await found('torch'), await found('lantern%20700')]).toEqual([
      [],
      [],
      ['1:700'],
    ]);
  });

  test('by a variable that its texts say is read where these are', async () => {
    const variables = `/v1/files/${key}/variables`;
    const made = await play('admin', `POST ${variables}`, {
      variableCollections: [{ action: 'CREATE', id: 'words', name: 'Words', initialModeId: 'mode' }],
      variables: [
        { action: 'CREATE', id: 'word', name: 'word', variableCollectionId: 'words', resolvedType: 'STRING' },
      ],
    });
    const { word, mode } = made.json.meta.tempIdToRealId;
    const characters = { type: 'VARIABLE_ALIAS', id: word };
    const bound = design('lantern');
    Object.assign(bound.document.children[0]!.children[700]!, { boundVariables: { characters } });
    await play('alice', `PUT /workspace/v1/files/${key}/content`, bound);
    const one = await read();
    expect(one.generation).not.toBe(before.generation);
    const value = { variableId: word, modeId: mode, value: 'beacon' };
    expect((await play('admin', `POST ${variables}`, { variableModeValues: [value] })).status).toBe(200);
    expect(writtenAnew(one, await read())).toEqual([640]);
    expect(await found('beacon')).toEqual(['1:700']);
  });

  test('in the words of many nodes is read anew', async () => {
    const far = Array.from({ length: 17 }, (_, block) => 64 * block);
    await set(far, () => ({ characters: 'A candle' }));
    const after = await read();
    expect(after.generation).not.toBe(before.generation);
    expect(await found('candle')).toHaveLength(17);
  });

  test('is read anew where what it was is gone, or not known', async () => {
    const gone = 'ab'.repeat(32) as BlobId;
    const { snapshot: base } = await current();
    for (const snapshots of [[gone], []]) {
      await database().deleteFrom('overlays').where('snapshot', '=', gone).execute();
      for (const snapshot of snapshots)
        await database().insertInto('overlays').values({ snapshot, base }).execute();
      await database()
        .updateTable('search_files')
        .set({ snapshot: gone })
        .where('file_key', '=', key)
        .execute();
      await set([1], () => ({ characters: `Gone ${snapshots.length}` }));
      const after = await read();
      expect(after.generation).not.toBe(before.generation);
      expect(await found(`gone%20${snapshots.length}`)).toEqual(['1:1']);
      before = after;
    }
  });

  test('and that has another name is read where that stands', async () => {
    await play('alice', `PATCH /workspace/v1/files/${key}`, { name: 'Catalogue' });
    const after = await read();
    expect([after.generation, writtenAnew(before, after)]).toEqual([before.generation, [0]]);
    expect(await found('catalogue')).toEqual(['0:0']);
    await play('alice', `PATCH /workspace/v1/files/${key}`, { name: 'Design open' });
    await read();
    expect([await found('catalogue'), await found('design%20open')]).toEqual([[], ['0:0']]);
  });

  test('is left as it was read by who has lost it to another', async () => {
    const { context } = cast.server();
    const now = context.clock.now();
    const taken = await inTransaction(database(), async (transaction) => {
      await noteUnsearched({ transaction, at: now }, key);
      const { snapshot } = await current();
      await transaction.updateTable('files').set({ name: 'Lost' }).where('key', '=', key).execute();
      expect(snapshot).toBe((await state())!.snapshot);
      return (await claimUnsearched(transaction, { lease: 'mine', now }))!;
    });
    const signal = new AbortController().signal;
    const lost = readForSearch(context, { ...taken, lease: 'of another' }, signal);
    await expect(lost).rejects.toThrow(ReadingLost);
    expect((await state())!.name).toBe('Design open');
    await readForSearch(context, taken, signal);
    const after = await read();
    expect(writtenAnew(before, after)).toEqual([0]);
    await expect(readForSearch(context, taken, signal)).rejects.toThrow(ReadingLost);
    await play('alice', `PATCH /workspace/v1/files/${key}`, { name: 'Design open' });
  });
});
