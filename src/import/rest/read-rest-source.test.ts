import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../document/byte-source.ts';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { DocumentRefused } from '../../document/document-refused.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import { assemble } from '../../testing/assemble-body.ts';
import { wholeSource } from '../../testing/whole-source.ts';
import { readRestSource } from './read-rest-source.ts';

function take(json: unknown) {
  const bytes = typeof json === 'string' ? Buffer.from(json) : Buffer.from(JSON.stringify(json));
  const source = readRestSource(bytes);
  const { chunks, report } = compileSnapshot(source);
  const snapshot = openSnapshot(memorySource(Buffer.concat(chunks)));
  const text = Buffer.concat([...assemble(snapshot.file({ geometry: true }), snapshot.source)]);
  return { file: JSON.parse(`${text}}`), report, snapshot };
}

function refusal(json: unknown): string {
  try {
    take(json);
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
  return 'taken';
}

const node = (id: string, type: string, children?: unknown[]) => ({
  id,
  name: id,
  type,
  scrollBehavior: 'SCROLLS',
  ...(children && { children }),
});
const file = (...pages: unknown[]) => ({ document: node('0:0', 'DOCUMENT', pages) });

describe('a file answer', () => {
  test('of 2018, without componentSets, styles, schemaVersion and role, has empty maps', () => {
    const { file: answer, report } = take({
      name: 'Old',
      document: node('0:0', 'DOCUMENT', []),
      components: {},
    });
    expect(answer).toEqual({
      document: node('0:0', 'DOCUMENT', []),
      components: {},
      componentSets: {},
      schemaVersion: 0,
      styles: {},
    });
    expect(report).toEqual({ nodes: 1, warnings: [] });
  });

  test('gives the fields of its file as found', () => {
    const fields = {
      name: 'A\nB',
      lastModified: '2020-01-01T00:00:00Z',
      version: '7',
      thumbnailUrl: 'https://x/y',
      editorType: 'figjam',
      role: 'viewer',
      linkAccess: 'view',
    };
    expect(take({ ...file(), ...fields, mainFileKey: 'x' }).snapshot.fields).toEqual(fields);
    expect(take({ ...file(), name: 7, version: null }).snapshot.fields).toEqual({});
  });

  test('keeps unknown node types and properties, and reports the types', () => {
    const strange = { ...node('1:1', 'HOLOGRAM'), beam: [1, { fillGeometry: 2 }] };
    const { file: answer, report } = take(file(node('0:1', 'CANVAS', [strange])));
    expect(answer.document.children[0].children[0]).toEqual(strange);
    expect(report.warnings).toEqual([
      { node: '1:1', reason: 'The node type HOLOGRAM is unknown; the node is kept as it came.' },
    ]);
  });

  test('lists a thousand unknown types and counts the rest', () => {
    const strange = Array.from({ length: 1005 }, (_, index) => node(`1:${index}`, 'HOLOGRAM'));
    const { warnings } = take(file(node('0:1', 'CANVAS', strange))).report;
    expect(warnings.length).toBe(1001);
    expect(warnings.at(-1)).toEqual({ reason: '5 more nodes of unknown types are kept as they came.' });
  });
});

describe('a nodes answer', () => {
  const frame = node('1:2', 'FRAME', [node('1:3', 'TEXT')]);
  const entry = (document: unknown, more: object = {}) => ({ document, ...more });

  test('is wrapped into a document with a page, ids of both free', () => {
    const { file: answer, report } = take({
      name: 'Part',
      nodes: { '1:2': entry(frame), '0:1': entry(node('0:1', 'FRAME')) },
    });
    expect(answer.document).toMatchObject({ id: '0:0', type: 'DOCUMENT' });
    const [page] = answer.document.children;
    expect(page).toMatchObject({ id: '0:2', name: 'Page 1', type: 'CANVAS' });
    expect(page.children).toEqual([frame, node('0:1', 'FRAME')]);
    expect(report).toEqual({ nodes: 5, warnings: [] });
  });

  test('merges the maps of its entries', () => {
    const first = entry(frame, { components: { a: { name: 'A' } }, styles: { s: { name: 'S' } } });
    const second = entry(node('9:9', 'FRAME'), {
      components: { b: { name: 'B' }, a: { name: 'other' } },
      componentSets: { t: {} },
    });
    const { components, componentSets, styles } = take({ nodes: { '1:2': first, '9:9': second } }).file;
    expect({ components, componentSets, styles }).toEqual({
      components: { a: { name: 'A' }, b: { name: 'B' } },
      componentSets: { t: {} },
      styles: { s: { name: 'S' } },
    });
  });

  test('places a page as a page and the rest on a page of its own', () => {
    const page = node('5:5', 'CANVAS', [node('5:6', 'TEXT')]);
    const pages = take({ nodes: { '5:5': entry(page), '1:2': entry(frame) } }).file.document.children;
    expect(pages.map((each: { id: string }) => each.id)).toEqual(['0:1', '5:5']);
    expect(pages[1]).toEqual(page);
  });

  test('takes a document as the document and leaves out what is not in it', () => {
    const whole = node('0:0', 'DOCUMENT', [node('0:1', 'CANVAS', [frame])]);
    const { file: answer, report } = take({
      nodes: { '1:2': entry(frame), '0:0': entry(whole), '7:7': entry(node('7:7', 'FRAME')) },
    });
    expect(answer.document).toEqual(whole);
    expect(report.warnings).toEqual([
      { node: '1:2', reason: 'The node is part of another one in the file and is taken there.' },
      { node: '7:7', reason: 'The file holds a whole document; the node is not part of it and is left out.' },
    ]);
  });

  test('reports entries without content and entries contained in others', () => {
    const { file: answer, report } = take({
      nodes: { '1:3': entry(node('1:3', 'TEXT')), '8:8': null, '1:2': entry(frame) },
    });
    expect(answer.document.children[0].children).toEqual([frame]);
    expect(report.warnings.map((warning) => warning.node)).toEqual(['8:8', '1:3']);
  });
});

test('a bare node is wrapped, and that is reported', () => {
  const { file: answer, report } = take(node('3:3', 'FRAME', [node('3:4', 'VECTOR')]));
  expect(answer.document.children[0].children).toEqual([node('3:3', 'FRAME', [node('3:4', 'VECTOR')])]);
  expect(report.warnings).toEqual([
    { reason: 'The file is a single node; it is taken without component and style descriptions.' },
  ]);
});

const expected =
  'expected a file answer with "document", a nodes answer with "nodes", or one node with "id" and "type"';
const page = (...children: unknown[]) => file(node('0:1', 'CANVAS', children));
const rawNode = (members: string) => `{"document":{"id":"0:0","type":"DOCUMENT","children":[{${members}}]}}`;

test.each<[string, unknown, string]>([
  ['a list', '[]', `The file is no design: ${expected}; found no object.`],
  ['an empty object', '{}', `The file is no design: ${expected}; found an empty object.`],
  [
    'variables',
    { status: 200, error: false, meta: {} },
    `The file is no design: ${expected}; found an object with "status", "error", "meta".`,
  ],
  ['a document that is a string', { document: 'x' }, 'A node is not an object.'],
  [
    'a document that is a frame',
    { document: node('1:1', 'FRAME') },
    'The document has the type FRAME; expected DOCUMENT.',
  ],
  ['components that are a list', { ...file(), components: [] }, 'The property components is not an object.'],
  ['styles that are null', { ...file(), styles: null }, 'The property styles is not an object.'],
  ['two documents', '{"document":{},"document":{}}', 'The property document is given twice at byte 15.'],
  [
    'two nodes with one id',
    page(node('1:1', 'FRAME'), node('1:1', 'TEXT')),
    'The id 1:1 belongs to more than one node.',
  ],
  [
    'one id spelled in two ways',
    '{"document":{"id":"0:0","type":"DOCUMENT","children":[{"id":"0\\u003a0","type":"CANVAS"}]}}',
    'The id 0:0 belongs to more than one node.',
  ],
  [
    'a node below itself',
    page(node('1:1', 'FRAME', [node('1:2', 'FRAME', [node('1:1', 'FRAME')])])),
    'The id 1:1 belongs to more than one node.',
  ],
  ['a node without an id', rawNode('"type":"CANVAS"'), 'The node at byte 42 of the document has no id.'],
  ['a node without a type', rawNode('"id":"0:1"'), 'The node 0:1 has no type.'],
  ['an empty node', rawNode(''), 'The node at byte 42 of the document has no id.'],
  [
    'an id that is a number',
    rawNode('"id":7,"type":"CANVAS"'),
    'The node at byte 42 of the document has an id that is not a string.',
  ],
  ['an empty id', rawNode('"id":"","type":"CANVAS"'), 'The node at byte 42 of the document has an empty id.'],
  ['a type that is null', rawNode('"id":"0:1","type":null'), 'The node 0:1 has a type that is not a string.'],
  ['two ids', rawNode('"id":"0:1","\\u0069d":"0:2","type":"CANVAS"'), 'The node 0:1 gives its id twice.'],
  ['two types', rawNode('"id":"0:1","type":"CANVAS","type":"CANVAS"'), 'The node 0:1 gives its type twice.'],
  [
    'more properties than any node has',
    rawNode(`"id":"0:1","type":"CANVAS",${Array.from({ length: 9_999 }, (_, at) => `"p${at}":0`)}`),
    'The node 0:1 has more than 10000 properties.',
  ],
  [
    'a map of more entries than any has',
    rawNode(
      `"id":"0:1","type":"CANVAS","a":[{"b":{${Array.from({ length: 100_001 }, (_, at) => `"${at}":0`)}}}]`,
    ),
    'An object of the file has more than 100000 entries.',
  ],
  [
    'a component of which more is said than of any',
    {
      ...file(),
      components: { '1:1': Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`p${at}`, 0])) },
    },
    'An object of the file has more than 10000 entries.',
  ],
  [
    'two lists of children',
    rawNode('"id":"0:1","type":"CANVAS","children":[],"children":[]'),
    'The node 0:1 gives its children twice.',
  ],
  [
    'children that are an object',
    rawNode('"id":"0:1","type":"CANVAS","children":{}'),
    'The node 0:1 has children that are not an array.',
  ],
  [
    'a child that is a number',
    rawNode('"id":"0:1","type":"CANVAS","children":[1]'),
    'The node 0:1 has a child that is not an object.',
  ],
  ['nodes that are a list', { nodes: [] }, 'The property nodes is not an object.'],
  ['nodes without any', { nodes: { '1:1': null } }, 'The file holds no node that could be taken.'],
  [
    'an entry of nodes that is a string',
    { nodes: { '1:1': 'x' } },
    'The entry 1:1 of nodes has no document.',
  ],
  [
    'an entry of nodes without a document',
    { nodes: { '1:1': {} } },
    'The entry 1:1 of nodes has no document.',
  ],
  [
    'an entry of nodes whose document is null',
    { nodes: { '1:1': { document: null } } },
    'A node is not an object.',
  ],
  [
    'nodes that contain each other',
    {
      nodes: {
        '1:1': { document: node('1:1', 'FRAME', [node('1:2', 'FRAME')]) },
        '1:2': { document: node('1:2', 'FRAME', [node('1:1', 'FRAME')]) },
      },
    },
    'The file holds no node that could be taken.',
  ],
])('%s is refused with one sentence', (_, json, sentence) => {
  expect(refusal(json)).toBe(sentence);
});

test('a file cut at any byte is refused', () => {
  const whole = JSON.stringify({ ...page(node('1:1', 'TEXT')), components: { a: {} }, name: 'N' });
  for (let length = 1; length < whole.length; length++) {
    expect(refusal(whole.slice(0, length))).toMatch(/^The file is cut off/);
  }
  expect(refusal(whole)).toBe('taken');
});

const nodeThenText =
  'What is wrong with the text of a file is told before what is wrong with one of its nodes';
test.each([
  [
    '{"document":{"type":"DOCUMENT"},"name":1e}',
    'The file is not valid JSON: a number lacks its digits at byte 41.',
  ],
  ['{"document":{"id":7},"a":1,"a":2}', 'The property a is given twice at byte 27.'],
  ['{"document":{"id":7},"styles":[]}', 'The property styles is not an object.'],
  [
    '{"document":{"id":7}} {',
    'The file is not valid JSON: more text after the end of the JSON value at byte 22.',
  ],
  ['{"a":1,"a":2,"document":{}', 'The file is cut off: its JSON breaks off at byte 26.'],
  [
    '{"document":{"id":"0:0","type":"DOCUMENT",}}',
    'The file is not valid JSON: a property name in quotes is missing at byte 42.',
  ],
  ['\ufeff\ufeff{"document":{}}', 'The file is not valid JSON: a value is missing at byte 0.'],
  ['\u0001{"document":{}}', 'The file is not valid JSON: a value is missing at byte 0.'],
])(`${nodeThenText}: %j`, (text, sentence) => {
  expect(refusal(text)).toBe(sentence);
});

/** Bytes of the snapshot, or why there is none. */
function compiled(source: () => Parameters<typeof compileSnapshot>[0]): string {
  try {
    return Buffer.concat(compileSnapshot(source()).chunks).toString('latin1');
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
}

test('A file that is checked while it is compiled becomes what it becomes when it is checked before', () => {
  const styled = { ...node('1:1', 'COMPONENT', []), styles: { fill: 'S:1' }, size: { x: 1 }, pluginData: {} };
  const whole = { name: 'N', ...page(styled, node('1:2', 'TEXT')), styles: { 'S:1': {} }, components: {} };
  const pieces = [
    '{',
    '}',
    ']',
    ',',
    ':',
    '"',
    '"id":"1:2",',
    '"children":[',
    '\\',
    ' ',
    '\n',
    '7',
    '\u0001',
    '',
  ];
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...pieces)), { maxLength: 2 });
  fc.assert(
    fc.property(damage, fc.constantFrom(undefined, 1, '\t\r\n'), (damages, space) => {
      let text = JSON.stringify(whole, null, space);
      for (const [at, length, piece] of damages)
        text = text.slice(0, at % text.length) + piece + text.slice((at % text.length) + length);
      const source = () => readRestSource(Buffer.from(text));
      expect(compiled(source)).toBe(compiled(() => wholeSource(source())));
    }),
    { numRuns: 500 },
  );
});
