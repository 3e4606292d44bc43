import { expect, test } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { patchList } from '../document/patches.ts';
import { atOnce } from '../document/run-at-once.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { changePage } from './change-page.ts';
import { outOfOrder } from './out-of-order.ts';

const open = (nodes: readonly object[], maps: object = {}) => {
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: nodes };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const json = Buffer.from(JSON.stringify({ document, ...maps }));
  return openSnapshot(memorySource(Buffer.concat(compileSnapshot(readRestSource(json)).chunks)));
};

type Given = Parameters<typeof open>;

function compare(before: Given, after: Given, bounds: { skipped?: number; mostChanges?: number } = {}) {
  const versions = { before: open(...before), after: open(...after) };
  const page = atOnce(changePage(versions, { skipped: 0, mostChanges: 100, ...bounds }));
  const changes: ReturnType<typeof JSON.parse> = JSON.parse(`[${page.text}]`);
  return { ...page.head, changes };
}

const box = (x: number, y: number, width = 10) => ({ absoluteBoundingBox: { x, y, width, height: 10 } });
const frame = (id: string, more: object = {}) => ({ id, type: 'FRAME', name: `Frame ${id}`, ...more });

test('A changed property is told with its values, and one that a version lacks without', () => {
  const text = { id: '1:2', type: 'TEXT', name: 'Label' };
  const found = compare(
    [[frame('1:1', { children: [{ ...text, characters: 'Buy', locked: true }] })]],
    [[frame('1:1', { children: [{ ...text, characters: 'Order', opacity: 0.5 }] })]],
  );
  expect(found.counts).toEqual({ added: 0, removed: 0, moved: 0, changed: 1 });
  expect(found.changes).toEqual([
    {
      kind: 'changed',
      id: '1:2',
      name: 'Label',
      type: 'TEXT',
      path: ['Page', 'Frame 1:1'],
      properties: [
        { property: 'characters', before: 'Buy', after: 'Order' },
        { property: 'locked', before: true },
        { property: 'opacity', after: 0.5 },
      ],
    },
  ]);
});

test('A changed text is told by its words, too', () => {
  const text = (characters: string) => [{ id: '1:2', type: 'TEXT', name: 'Label', characters }];
  const { changes } = compare([text('Buy it now')], [text('Buy it later')]);
  expect(changes[0].properties).toEqual([
    {
      property: 'characters',
      before: 'Buy it now',
      after: 'Buy it later',
      words: [
        { kind: 'same', text: 'Buy it ' },
        { kind: 'removed', text: 'now' },
        { kind: 'added', text: 'later' },
      ],
    },
  ]);
});

test('What moves with its frame has not changed, and what moves inside of it or grows has', () => {
  const inside = (dx: number, width = 10) => ({ children: [frame('1:2', box(20 + dx, 20, width))] });
  const at = (x: number, dx: number, width?: number) => [
    frame('1:1', { ...box(x, 0), ...inside(dx, width) }),
  ];
  const idsOf = (after: object[]) => compare([at(0, 0)], [after]).changes.map(({ id }: { id: string }) => id);
  expect(idsOf(at(500, 500))).toEqual(['1:1']);
  expect(idsOf(at(0, 5))).toEqual(['1:2']);
  expect(idsOf(at(500, 500, 11))).toEqual(['1:1', '1:2']);
});

test('A node in another parent or at another place among its siblings moved, and the fewest are told', () => {
  const [a, b, c] = [frame('1:1'), frame('1:2'), frame('1:3')];
  const { counts, changes } = compare([[a, b, c]], [[c, a, b]]);
  expect(counts).toEqual({ added: 0, removed: 0, moved: 1, changed: 0 });
  expect(changes).toMatchObject([{ id: '1:3', properties: [{ property: 'index', before: 2, after: 0 }] }]);
  const into = compare([[a, b]], [[{ ...a, children: [b] }]]);
  expect(into.changes).toMatchObject([
    {
      kind: 'moved',
      id: '1:2',
      path: ['Page', 'Frame 1:1'],
      properties: [
        { property: 'parent', before: '0:1', after: '1:1' },
        { property: 'index', before: 1, after: 0 },
      ],
    },
  ]);
});

test('A node that was put into a new frame moved, and one that left a removed frame too', () => {
  const leaf = frame('1:9');
  const old = frame('1:1', { children: [leaf, frame('1:8')] });
  const { changes } = compare([[old]], [[frame('1:2', { children: [leaf] })]]);
  expect(changes.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`)).toEqual([
    'removed 1:1',
    'removed 1:8',
    'added 1:2',
    'moved 1:9',
  ]);
});

test('What is said of components and styles beside the document is compared', () => {
  const maps = (description: string, styles: object) => ({
    components: { '1:1': { key: 'k', name: 'Button', description } },
    styles,
  });
  const style = (name: string) => ({ key: 's', name, styleType: 'FILL', description: '' });
  const button = [{ ...frame('1:1'), type: 'COMPONENT' }];
  const { counts, changes } = compare(
    [button, maps('Old', { '5:1': style('Gone'), '5:2': style('Red') })],
    [button, maps('New', { '5:2': style('Crimson') })],
  );
  expect(counts).toEqual({ added: 0, removed: 1, moved: 0, changed: 2 });
  expect(changes).toMatchObject([
    { kind: 'changed', id: '1:1', type: 'COMPONENT', properties: [{ property: 'component' }] },
    { kind: 'removed', id: '5:1', type: 'STYLE', name: 'Gone' },
    { kind: 'changed', id: '5:2', type: 'STYLE', name: 'Crimson' },
  ]);
});

test('Properties in another order, and data of plugins, are no change', () => {
  const one = frame('1:1', { fills: [{ type: 'SOLID', opacity: 1 }], pluginData: { 1: { a: 'b' } } });
  const other = { fills: [{ opacity: 1, type: 'SOLID' }], ...frame('1:1'), pluginData: { 1: { a: 'c' } } };
  expect(compare([[one]], [[other]]).changes).toEqual([]);
});

test('Pages follow one another and count everything', () => {
  const nodes = Array.from({ length: 5 }, (_, place) => frame(`1:${place}`));
  const first = compare([[]], [nodes], { mostChanges: 3 });
  expect([first.counts.added, first.changes.length, first.hasMore]).toEqual([5, 3, true]);
  const second = compare([[]], [nodes], { skipped: 3, mostChanges: 3 });
  expect([second.counts.added, second.changes.map(({ id }: { id: string }) => id), second.hasMore]).toEqual([
    5,
    ['1:3', '1:4'],
    false,
  ]);
});

test('A value that is nested very deep is told, and one that is very long is left out by name', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const node = (value: string) => JSON.parse(`{"id":"1:1","type":"FRAME","name":"F","odd":${value}}`);
  const versions = (value: string) => {
    const json = `{"document":{"id":"0:0","type":"DOCUMENT","children":[{"id":"0:1","type":"CANVAS","children":[{"id":"1:1","type":"FRAME","odd":${value}}]}]}}`;
    return openSnapshot(
      memorySource(Buffer.concat(compileSnapshot(readRestSource(Buffer.from(json))).chunks)),
    );
  };
  const { text: page } = atOnce(
    changePage({ before: versions('1'), after: versions(deep) }, { skipped: 0, mostChanges: 1 }),
  );
  expect(page).toContain(`"before":1,"after":${deep}`);
  const long = compare([[node('1')]], [[node(`"${'x'.repeat(300_000)}"`)]]).changes;
  expect(long[0].properties).toEqual([{ property: 'odd', too_long: true }]);
});

test.each([
  [[], []],
  [[1, 2, 3], []],
  [[3, 1, 2], [0]],
  [
    [2, 3, 0, 1, 4],
    [2, 3],
  ],
  [[5, 5], [0]],
])('Of the places of %j at least those of %j have to move', (values, places) => {
  const moving = atOnce(outOfOrder(values));
  expect(moving.size).toBe(places.length);
  const rest = values.filter((_, place) => !moving.has(place));
  expect(rest).toEqual([...rest].sort((a, b) => a - b));
});

test('What lies over a document since it was compiled is compared', () => {
  const name = 'n'.repeat(5000);
  const document = {
    id: '0:0',
    type: 'DOCUMENT',
    children: [
      { id: '0:1', type: 'CANVAS', children: [frame('1:1', { name, opacity: 0.25 }), frame('1:2')] },
    ],
  };
  const bytes = Buffer.concat(
    compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document })))).chunks,
  );
  const patch = { position: bytes.indexOf('0.25'), length: 4, bytes: Buffer.from('0.75') };
  const versions = {
    before: openSnapshot(memorySource(bytes)),
    after: openSnapshot(memorySource(bytes), patchList([patch])),
  };
  const { head, text } = atOnce(changePage(versions, { skipped: 0, mostChanges: 9 }));
  expect(head.counts.changed).toBe(1);
  expect(JSON.parse(text).properties).toEqual([{ property: 'opacity', before: 0.25, after: 0.75 }]);
});
