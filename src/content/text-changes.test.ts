import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blobIdOf } from '../blobs/blob-id.ts';
import { exactNodeId } from '../contract/branded-ids.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { patchNode } from '../document/patch-node.ts';
import { patchList } from '../document/patches.ts';
import { readOwn } from '../document/read-node.ts';
import { atOnce } from '../document/run-at-once.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { textChanges } from './text-changes.ts';
import { runYielding } from './yielding.ts';

type Document = NonNullable<Parameters<typeof textChanges>[0]>;
let opened = 0;

function open(children: readonly object[], maps: object = {}): Document {
  const pages = [{ id: '0:1', type: 'CANVAS', children }];
  const document = { id: '0:0', type: 'DOCUMENT', children: pages };
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(JSON.stringify({ document, ...maps }))));
  opened += 1;
  return {
    snapshot: openSnapshot(memorySource(Buffer.concat([...chunks]))),
    base: blobIdOf(createHash('sha256').update(`${opened}`)),
  };
}

/** The document with other values of a node, as an overlay. */
function changed({ snapshot, base }: Document, id: string, values: object): Document {
  const index = snapshot.find(exactNodeId(id)) as number;
  const before = readOwn(snapshot, index);
  const patches = patchNode(atOnce(snapshot.ownPropertiesInSteps(index)), before, { ...before, ...values });
  return { snapshot: openSnapshot(snapshot.source, patchList(patches)), base };
}

const told = (before: Document | undefined, after: Document): string[] =>
  [...textChanges(before, after)].flatMap((change) =>
    change === undefined ? [] : [`${change.action} ${change.type} ${change.nodeId} ${change.text}`],
  );
const text = (id: string, characters: unknown, more: object = {}) => ({
  id,
  type: 'TEXT',
  name: 'Text',
  characters,
  ...more,
});
const frame = (id: string, children: readonly object[], more: object = {}) => ({
  id,
  type: 'FRAME',
  name: 'Frame',
  ...more,
  children,
});

describe('Changes of texts', () => {
  it('of a first version are insertions, in whatever layer the text stands', () => {
    const sticky = { id: '1:3', type: 'STICKY', name: 'Note', characters: 'stuck' };
    const cell = { id: '1:5', type: 'TABLE_CELL', name: 'Cell', characters: 'in a table' };
    const table = { id: '1:4', type: 'TABLE', name: 'Table', children: [cell] };
    const document = open([frame('1:1', [text('1:2', 'Hello "you"\n設計')]), sticky, table]);
    expect(told(undefined, document)).toEqual([
      'insert in_file 1:2 Hello "you"\n設計',
      'insert in_file 1:3 stuck',
      'insert in_file 1:5 in a table',
    ]);
  });

  it('are told of what was added, changed, emptied and taken away, wherever it moved, and of nothing else', () => {
    const before = open([frame('1:1', [text('1:2', 'stays'), text('1:3', 'old'), text('1:4', 'gone')])]);
    const emptied = open([frame('1:1', [text('1:9', 'fills'), text('1:8', 'empties')])]);
    const after = open([
      text('1:3', 'new'),
      frame('1:1', [text('1:5', 'added')], { x: 7 }),
      text('1:2', 'stays'),
    ]);
    expect(told(before, after)).toEqual([
      'update in_file 1:3 new',
      'insert in_file 1:5 added',
      'delete in_file 1:4 gone',
    ]);
    expect(told(emptied, open([text('1:8', ''), { id: '1:9', type: 'FRAME', children: [] }]))).toEqual([
      'delete in_file 1:8 empties',
      'delete in_file 1:9 fills',
    ]);
  });

  it('are none between a document and itself, drawn and coloured otherwise', () => {
    const nodes = (x: number) => [
      frame('1:1', [text('1:2', 'same', { x })], { annotations: [{ label: 'one' }], x }),
    ];
    expect(told(open(nodes(1)), open(nodes(2)))).toEqual([]);
  });

  it('are those of the patched nodes where a version is an overlay of the same base', () => {
    const base = open([frame('1:1', [text('1:2', 'one'), text('1:3', 'two')]), frame('1:4', [])]);
    const once = changed(base, '1:2', { characters: 'eins' });
    expect(told(base, once)).toEqual(['update in_file 1:2 eins']);
    expect(told(once, changed(base, '1:3', { characters: 'zwei' }))).toEqual([
      'update in_file 1:2 one',
      'update in_file 1:3 zwei',
    ]);
    expect(told(once, open([text('1:2', 'eins'), text('1:3', 'two')]))).toEqual([]);
    expect(told(base, changed(base, '1:4', { annotations: [{ label: 'new here' }] }))).toEqual([
      'insert dev_mode_annotation 1:4 new here',
    ]);
  });

  it('are told of annotations by their place, with a label in Markdown where there is no other', () => {
    const annotated = (...annotations: unknown[]) => open([frame('1:1', [], { annotations })]);
    const before = annotated(
      { label: 'Blue' },
      { labelMarkdown: '**24 px**' },
      { properties: [{ type: 'width' }] },
    );
    expect(told(undefined, before)).toEqual([
      'insert dev_mode_annotation 1:1 Blue',
      'insert dev_mode_annotation 1:1 **24 px**',
    ]);
    expect(told(before, annotated({ label: 'Red' }))).toEqual([
      'update dev_mode_annotation 1:1 Red',
      'delete dev_mode_annotation 1:1 **24 px**',
    ]);
  });

  it('are told of links from the components of a file itself', () => {
    const linking = (uris: readonly string[], remote = false) => {
      const documentationLinks = uris.map((uri) => ({ uri }));
      return open([], { components: { '1:1': { key: 'k', name: 'A', remote, documentationLinks } } });
    };
    const before = linking(['https://a.example', 'https://b.example']);
    expect(told(undefined, before)).toHaveLength(2);
    expect(told(before, linking(['https://c.example']))).toEqual([
      'update component_documentation_link 1:1 https://c.example',
      'delete component_documentation_link 1:1 https://b.example',
    ]);
    expect(told(before, open([]))).toHaveLength(2);
    expect(told(undefined, linking(['https://a.example'], true))).toEqual([]);
  });

  it.each([
    ['characters', 7, null],
    ['annotations', 'no list', [null, 7, 'text', {}, { label: 7 }, { label: '' }]],
  ])('leave out %s that are none', (key, one, other) => {
    for (const value of [one, other])
      expect(told(undefined, open([frame('1:1', [], { [key]: value })]))).toEqual([]);
    const components = {
      '1:1': null,
      '1:2': 7,
      '1:3': { documentationLinks: 'x' },
      '1:4': { documentationLinks: [null, { uri: 7 }] },
    };
    expect(told(undefined, open([], { components }))).toEqual([]);
  });

  it('are cut after 10,000 characters, between two, and without what databases refuse', () => {
    const [cut] = told(undefined, open([text('1:1', `a\0${'🎨'.repeat(9000)}`)]));
    expect(cut).toBe(`insert in_file 1:1 a${'🎨'.repeat(4999)}`);
    const long = (end: string) => open([text('1:1', 'x'.repeat(20_000) + end)]);
    expect(told(long('a'), long('b'))).toHaveLength(1);
  });

  it('yield within a document of 200,000 texts, in small steps', { timeout: 120_000 }, async () => {
    const texts = (said: string) =>
      Array.from({ length: 200_000 }, (_, at) => text(`1:${at}`, `${said} ${at % 1000}`));
    const [before, after] = [open(texts('before')), open(texts('after'))];
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    let found = 0;
    function* counted() {
      for (const change of textChanges(before, after)) {
        if (change?.action === 'update') found += 1;
        yield;
      }
    }
    await runYielding(counted());
    clearInterval(timer);
    expect(found).toBe(200_000);
    expect(turns).toBeGreaterThan(100);
  });
});
