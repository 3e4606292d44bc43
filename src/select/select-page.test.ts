import { describe, expect, it } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { patchList } from '../document/patches.ts';
import { atOnce } from '../document/run-at-once.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { SelectorTakesLong, selectIn } from './select-page.ts';
import { SelectorRefused } from './selector-refused.ts';

const text = (id: string, more: object) => ({ id, type: 'TEXT', name: `Text ${id}`, ...more });
const frame = (id: string, children: readonly object[], more: object = {}) => ({
  id,
  type: 'FRAME',
  name: `Frame ${id}`,
  children,
  ...more,
});
const solid = (r: number) => ({ type: 'SOLID', color: { r, g: 0, b: 0, a: 1 } });

const nodes = [
  frame('1:1', [
    text('1:2', { characters: 'Buy now', style: { fontFamily: 'Poppins', fontSize: 16.0 } }),
    text('1:3', { characters: 'Café "x"', style: { fontFamily: 'Inter Tight' } }),
    { id: '1:4', type: 'INSTANCE', name: 'Icon', componentId: '5:1', cornerRadius: 8 },
  ]),
  frame(
    '1:5',
    [
      text('1:6', {
        characters: 'Later',
        style: { fontFamily: 'Poppins' },
        fills: [solid(0.5), { type: 'IMAGE' }],
        boundVariables: { fills: [{ type: 'VARIABLE_ALIAS', id: 'VariableID:1:2' }] },
        styles: { fill: '7:1', text: '7:2' },
      }),
      frame('1:7', [], { visible: false }),
    ],
    { layoutMode: 'HORIZONTAL' },
  ),
];

function open(children: readonly object[], rewrite: (json: string) => string = (json) => json) {
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const json = Buffer.from(rewrite(JSON.stringify({ document })));
  return Buffer.concat(compileSnapshot(readRestSource(json)).chunks);
}

const snapshot = openSnapshot(memorySource(open(nodes)));
const select = (
  selector: string,
  more: { properties?: string[]; from?: number; mostNodes?: number } = {},
) => {
  const asked = { properties: [], fileKey: 'key', from: 0, mostNodes: 100, ...more };
  const { nodes: found, next } = selectIn(snapshot)({ selector, ...asked });
  return { found: found.map((node) => JSON.parse(node)), next };
};
const ids = (selector: string) => select(selector).found.map(({ id }) => id);

it('A selection ends at a node once its time is over', () => {
  const asked = { selector: 'TEXT', properties: [], fileKey: 'key', from: 0, mostNodes: 100 };
  expect(() => selectIn(snapshot)({ ...asked, mostMs: -1 })).toThrow(SelectorTakesLong);
  expect(selectIn(snapshot)({ ...asked, mostMs: 60_000 }).nodes).toHaveLength(3);
});

describe('A selector', () => {
  it.each([
    ['FRAME[layoutMode=NONE] > TEXT[style.fontFamily="Poppins"]', ['1:2']],
    ['TEXT[style.fontFamily="Inter Tight"]', ['1:3']],
    ['TEXT[style\\.fontFamily^=Inter]', ['1:3']],
    ['INSTANCE[componentId="5:1"]', ['1:4']],
    ['[cornerRadius=8]', ['1:4']],
    ['[style.fontSize=16]', ['1:2']],
    ['#1\\:7', ['1:7']],
    ['[id="1:7"]', ['1:7']],
    [':root', ['0:0']],
    ['CANVAS > FRAME:has(INSTANCE)', ['1:1']],
    ['FRAME:not(:has(INSTANCE))', ['1:5', '1:7']],
    ['FRAME:not([layoutMode=HORIZONTAL]):not([visible=false])', ['1:1']],
    ['FRAME[visible=true]', ['1:1', '1:5']],
    ['[layoutMode]', ['1:5']],
    ['[boundVariables~="VariableID:1:2"]', ['1:6']],
    ['[boundVariables.fills.id="VariableID:1:2"]', ['1:6']],
    ['[boundVariables.fills.0.id="VariableID:1:2"]', ['1:6']],
    ['[boundVariables.fills.1]', []],
    ['[styles~="7:2"]', ['1:6']],
    ['[styles.fill="7:1"]', ['1:6']],
    ['[fills.type~=IMAGE]', ['1:6']],
    ['[fills.1.type=IMAGE]', ['1:6']],
    ['[characters*=Caf\u00e9]', ['1:3']],
    ['[characters="CAF\u00c9 \\"X\\"" i]', ['1:3']],
    ['TEXT + TEXT', ['1:3']],
    ['TEXT ~ INSTANCE', ['1:4']],
    ['FRAME > :first-child', ['1:2', '1:6']],
    ['FRAME > :nth-child(2)', ['1:3', '1:7']],
    ['FRAME:empty', ['1:7']],
    ['FRAME:contains("Buy")', ['1:1']],
    ['TEXT:icontains("later")', ['1:6']],
    ['INSTANCE, #1\\:7', ['1:4', '1:7']],
    ['FRAME:is(:has(> INSTANCE))', ['1:1']],
    ['frame', []],
  ])('%s finds %j', (selector, expected) => expect(ids(selector)).toEqual(expected));

  it('finds values that are spelled with escapes, and keys that are the last of their name', () => {
    const bytes = open(nodes, (json) => json.replaceAll('Poppins', '\\u0050oppins'));
    const found = selectIn(openSnapshot(memorySource(bytes)))({
      selector: '[style.fontFamily="Poppins"]',
      properties: [],
      fileKey: 'k',
      from: 0,
      mostNodes: 9,
    });
    expect(found.nodes).toHaveLength(2);
  });

  it('sees what was changed after the design came in', () => {
    const { position, length } = atOnce(
      snapshot.ownPropertiesInSteps(snapshot.find('1:3' as never)!),
    ).values.get('style')!;
    const patch = { position, length, bytes: Buffer.from('{"fontFamily":"Poppins"}') };
    const changed = openSnapshot(memorySource(open(nodes)), patchList([patch]));
    const asked = { properties: ['style'], fileKey: 'k', from: 0, mostNodes: 9 };
    const found = selectIn(changed)({ ...asked, selector: 'FRAME > [style.fontFamily=Poppins]' });
    expect(found.nodes.map((node) => JSON.parse(node).properties.style.fontFamily)).toHaveLength(3);
    expect(selectIn(changed)({ ...asked, selector: '[style.fontFamily^="Inter"]' }).nodes).toEqual([]);
  });
});

it('A node is told with its path and the properties that were asked for', () => {
  const properties = [
    'characters',
    'style.fontSize',
    'fills.type',
    'fills.0.color.r',
    'nothing',
    'styles.fill',
  ];
  expect(select('TEXT', { properties }).found).toMatchObject([
    { id: '1:2', path: ['Page', 'Frame 1:1'], properties: { characters: 'Buy now', 'style.fontSize': 16 } },
    { id: '1:3', properties: { characters: 'Café "x"' } },
    { properties: { 'fills.type': ['SOLID', 'IMAGE'], 'fills.0.color.r': 0.5, 'styles.fill': '7:1' } },
  ]);
  expect(select('INSTANCE').found).toEqual([
    {
      file_key: 'key',
      id: '1:4',
      name: 'Icon',
      type: 'INSTANCE',
      path: ['Page', 'Frame 1:1'],
      properties: {},
    },
  ]);
});

it('Pages go on behind the node at which the last one ended', () => {
  const first = select('TEXT', { mostNodes: 2 });
  expect(first.found.map(({ id }) => id)).toEqual(['1:2', '1:3']);
  expect(select('TEXT', { from: first.next! })).toMatchObject({ found: [{ id: '1:6' }], next: undefined });
});

describe('A selector that cannot be read', () => {
  it.each([
    ['', 'The selector is empty.'],
    [' ', 'The selector is empty.'],
    ['FRAME[', 'The selector cannot be read: Expected name, found the end.'],
    ['FRAME >', 'The selector cannot be read: It ends with a combinator.'],
    ['FRAME::before', 'The selector cannot be read: Pseudo-elements are not supported'],
    [':unknown', 'The selector cannot be read: Unknown pseudo-class :unknown.'],
    ['[a|b]', 'The selector cannot be read: Namespaced attributes are not yet supported'],
    ['\0', 'The selector cannot be read: '],
    ['FRAME}'.repeat(800), 'The selector cannot be read: '],
    ['x'.repeat(100_000), 'The selector has 100000 characters; it may have 5000.'],
    [`${':has('.repeat(1000)}*${')'.repeat(1000)}`, 'The selector has 6001 characters'],
    [`${':not('.repeat(20)}*${')'.repeat(20)}`, 'The selector is nested more than 16 levels deep.'],
    ['* '.repeat(300), 'The selector has more than 200 parts.'],
  ])('is refused with a sentence: case %#', (selector, sentence) => {
    let refusal: unknown;
    try {
      select(selector);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(SelectorRefused);
    expect((refusal as Error).message.slice(0, sentence.length)).toBe(sentence);
    expect((refusal as Error).message.length).toBeLessThan(300);
  });
});
