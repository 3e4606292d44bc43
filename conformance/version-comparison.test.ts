import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { createWorld, type World } from './harness/world.ts';

const frame = (id: string, name: string, children: readonly object[] = []) => ({
  id,
  type: 'FRAME',
  name,
  children,
});
const design = (...frames: object[]) => ({
  name: 'Shop',
  document: {
    id: '0:0',
    type: 'DOCUMENT',
    name: 'Document',
    children: [{ id: '0:1', type: 'CANVAS', name: 'Page', children: frames }],
  },
});
const label = (characters: string) => ({ id: '1:2', type: 'TEXT', name: 'Label', characters });

const old = design(frame('1:1', 'Card', [label('Buy')]), frame('1:3', 'Footer'));
const now = design(frame('1:3', 'Footer'), frame('1:1', 'Card', [label('Order'), frame('1:4', 'Icon')]));

onEachEngine('A comparison of two versions', (engine) => {
  let world: World;
  let from: string;
  let to: string;
  const diff = (query: object, as = 'alice-push', file = 'main') =>
    world.call('GET', `/workspace/v1/files/${world.id(file)}/diff?${new URLSearchParams({ ...query })}`, {
      as,
    });
  const kinds = (changes: readonly { kind: string; id: string }[]) =>
    changes.map(({ kind, id }) => `${kind} ${id}`);
  const push = async (body: object) => {
    const path = `/workspace/v1/files/${world.id('main')}/content`;
    return (await world.call('PUT', path, { as: 'alice-push', body })).json.version as string;
  };

  beforeAll(async () => {
    const branches = [{ key: 'idea', name: 'Idea', source: now }];
    world = await createWorld(
      engine,
      cast({ files: [fileOf('main', old, { branches }), fileOf('empty', undefined)] }),
    );
    from = (await world.get(`/v1/files/${world.id('main')}/meta`)).json.file.version;
    to = await push(now);
  });

  it('tells each node that was added, moved or changed, with the values before and after', async () => {
    const { status, json } = await diff({ from, to });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      from: { file_key: world.id('main'), version: from },
      to: { file_key: world.id('main'), version: to },
      summary: { added: 1, removed: 0, moved: 1, changed: 1 },
    });
    expect(kinds(json.changes)).toEqual(['moved 1:3', 'changed 1:2', 'added 1:4']);
    expect(json.changes[1]).toEqual({
      kind: 'changed',
      id: '1:2',
      name: 'Label',
      type: 'TEXT',
      path: ['Page', 'Card'],
      properties: [{ property: 'characters', before: 'Buy', after: 'Order' }],
    });
    expect(json.next_cursor).toBeUndefined();
  });

  it('goes to the current state where no later version is named, and says nothing where nothing changed', async () => {
    expect((await diff({ from })).json.to.version).toBe(to);
    expect((await diff({ from: to })).json).toMatchObject({
      summary: { added: 0, removed: 0, moved: 0, changed: 0 },
      changes: [],
    });
    expect((await diff({ from: to, to: from })).json.summary).toEqual({
      added: 0,
      removed: 1,
      moved: 1,
      changed: 1,
    });
  });

  it('takes the key of a branch for its current state', async () => {
    const { json } = await diff({ from, to: world.id('idea') });
    expect(json.to.file_key).toBe(world.id('idea'));
    expect(kinds(json.changes)).toEqual(['moved 1:3', 'changed 1:2', 'added 1:4']);
  });

  it('comes in pages, which go on with the versions of the first one whatever happens meanwhile', async () => {
    const first = (await diff({ from, page_size: 2 })).json;
    expect(kinds(first.changes)).toEqual(['moved 1:3', 'changed 1:2']);
    await push(old);
    const second = (await diff({ from, page_size: 2, cursor: first.next_cursor })).json;
    expect([second.to.version, kinds(second.changes), second.next_cursor]).toEqual([
      to,
      ['added 1:4'],
      undefined,
    ]);
    expect(second.summary).toEqual(first.summary);
  });

  it('refuses what is not there, and what the caller may not see, in the same words', async () => {
    expectError(await diff({}), 400, /from/);
    expectError(await diff({ from, cursor: 'x' }), 400, /cursor/);
    expectError(await diff({ from, page_size: 1001 }), 400, /page_size/);
    expectError(await diff({ from: '999999' }), 404, /Version not found/);
    expectError(await diff({ from, to: 'nowhere' }), 404, /File not found/);
    expectError(await diff({ from }, 'alice-push', 'empty'), 404);
    const strangers = { from, to: world.id('main') };
    const unseen = await world.call(
      'GET',
      `/workspace/v1/files/${world.id('main')}/diff?${new URLSearchParams(strangers)}`,
      { as: 'dan-push' },
    );
    expectError(unseen, 404, /File not found/);
  });
});
