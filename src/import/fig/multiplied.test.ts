import { expect, onTestFinished, test, vi } from 'vitest';
import { DocumentRefused } from '../../document/document-refused.ts';
import { documentWith, figDesign, guid, nodeOf, type Value } from '../../testing/fig-files.ts';
import { readFigSource } from '../../testing/fig-source.ts';
import { mostAnswerBytes } from './answer/text-writer.ts';
import { DocumentWriter } from './answer/tree.ts';
import { Expansion, expansionLimits } from './instances/expand.ts';
import { mostValues } from './message/effort.ts';

type Node = { readonly [name: string]: Value };

const symbol = (id: number, more: Node = {}) => nodeOf('SYMBOL', id, 2, more);
const instance = (id: number, parent: number, of: number, more: Node = {}) =>
  nodeOf('INSTANCE', id, parent, { symbolData: { symbolID: guid(of) }, ...more });
const shown = (of: number, more: Node = {}) => instance(30, 1, of, more);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Components of which each shows the next one twice; the last shows what is given. */
const doubling = (levels: number, last: readonly Node[] = []): Node[] => [
  ...times(levels, (level) => [
    symbol(100 + level),
    instance(1000 + 2 * level, 100 + level, 101 + level),
    instance(1001 + 2 * level, 100 + level, 101 + level),
  ]).flat(),
  symbol(100 + levels),
  ...last,
];

/** Components of which each shows all. */
const mutual = (count: number): Node[] =>
  times(count, (of) => [
    symbol(100 + of),
    ...times(count, (at) => instance(1000 + count * of + at, 100 + of, 100 + at)),
  ]).flat();

const path = (...ids: number[]) => ({ guidPath: { guids: ids.map((id) => guid(id)) } });
const outline = (steps: number): Uint8Array =>
  Buffer.concat([
    Buffer.of(1),
    Buffer.alloc(8),
    ...times(steps, () => Buffer.from([2, 0, 0, 128, 63, 0, 0, 128, 63])),
  ]);
const glyphs = times(40, (index) => ({ commandsBlob: 0, position: { x: index, y: 0 }, fontSize: 12 }));
const deleted = times(3_000, (index) => ({ id: guid(index), name: 'x', isDeleted: true }));

/** Each takes a few kilobytes, and would take hours where nothing bounds it. */
const designs: Readonly<Record<string, Buffer>> = {
  'sixty components that each show all': figDesign(documentWith(...mutual(60), shown(100))),
  'components that come into one another by overrides alone': figDesign(
    documentWith(
      ...times(40, (level) => [
        symbol(100 + level),
        ...times(2, (at) =>
          instance(1000 + 2 * level + at, 100 + level, 99, { overriddenSymbolID: guid(101 + level) }),
        ),
      ]).flat(),
      symbol(99),
      symbol(140),
      shown(100),
    ),
  ),
  'a long text within doubled components': figDesign(
    documentWith(
      ...doubling(13, [nodeOf('TEXT', 50, 113, { textData: { characters: 'a\n'.repeat(20_000) } })]),
      shown(100),
    ),
  ),
  'one outline that all glyphs of a doubled text name': figDesign(
    documentWith(...doubling(12, [nodeOf('TEXT', 50, 112, { derivedTextData: { glyphs } })]), shown(100)),
    { blobs: [outline(20_000)] },
  ),
  'a damaged vector network that is named again and again': figDesign(
    documentWith(
      ...doubling(13, [nodeOf('VECTOR', 50, 113, { vectorData: { vectorNetworkBlob: 0 } })]),
      shown(100),
    ),
    { blobs: [Buffer.alloc(100_000)] },
  ),
  'deleted properties of a component that is shown again and again': figDesign(
    documentWith(
      ...doubling(13, [instance(50, 113, 200)]),
      symbol(200, { componentPropDefs: deleted }),
      shown(100),
    ),
  ),
  'an override of much within doubled components': figDesign(
    documentWith(
      ...doubling(12, [
        instance(50, 112, 200, {
          symbolData: {
            symbolID: guid(200),
            symbolOverrides: [{ ...path(51), componentPropRefs: times(3_000, () => ({ isDeleted: true })) }],
          },
        }),
      ]),
      symbol(200),
      nodeOf('RECTANGLE', 51, 200),
      shown(100),
    ),
  ),
};

function refusalOf(design: Buffer): string {
  try {
    readFigSource(design);
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentRefused);
    return (error as Error).message;
  }
}

test.each(Object.entries(designs))(
  'A design is read for as long as its size allows: %s',
  (_title, design) => {
    const bounds = {
      layers: expansionLimits(design.length).nodes,
      bytes: mostAnswerBytes(design.length),
      values: mostValues(design.length),
    };
    const [, most, unit] =
      /^The components of the design unfold to more than ([\d,]+) (layers|bytes|values)\.$/.exec(
        refusalOf(design),
      ) ?? [];
    expect(Number(most?.replaceAll(',', ''))).toBe(bounds[unit as keyof typeof bounds]);
  },
);

test.each<[string, readonly Node[]]>([
  ['components that each show the next one twice', [...doubling(24), shown(100)]],
  ['components that each show all', [...mutual(60), shown(100)]],
  [
    'many instances of a component of many layers',
    [
      symbol(100),
      ...times(300, (at) => nodeOf('RECTANGLE', 1000 + at, 100)),
      ...times(2_000, (at) => instance(5000 + at, 1, 100)),
    ],
  ],
])('A design is refused before a layer of it is made: %s', (_title, nodes) => {
  const made = vi.spyOn(Expansion.prototype, 'stored');
  onTestFinished(() => made.mockRestore());
  expect(refusalOf(figDesign(documentWith(...nodes)))).toMatch(/ layers\.$/);
  expect(made).not.toHaveBeenCalled();
});

const mayBeExchanged = {
  componentPropRefs: [{ defID: guid(900), componentPropNodeField: 'OVERRIDDEN_SYMBOL_ID' }],
};
const exchangeable = doubling(24).map((node) =>
  node.type === 'INSTANCE' ? { ...node, ...mayBeExchanged } : node,
);

test('A design whose instances may all be exchanged is refused before a layer of it is written', () => {
  const written = vi.spyOn(DocumentWriter.prototype, 'write');
  onTestFinished(() => written.mockRestore());
  expect(refusalOf(figDesign(documentWith(...exchangeable, shown(100))))).toMatch(/ layers\.$/);
  expect(written).not.toHaveBeenCalled();
});

test('A design is read whose instances would unfold too far if they were not exchanged for what holds nothing', () => {
  const nothing = { overriddenSymbolID: guid(99) };
  const symbolOverrides = [1000, 1001].map((id) => ({ ...path(id), ...nothing }));
  const design = documentWith(
    ...doubling(24),
    symbol(99),
    shown(100, { symbolData: { symbolID: guid(100), symbolOverrides } }),
  );
  expect(refusalOf(figDesign(design))).toBe('none');
});

test('Layers of a design that does not look as if it unfolds too far are made once', () => {
  const made = vi.spyOn(Expansion.prototype, 'stored');
  onTestFinished(() => made.mockRestore());
  expect(refusalOf(figDesign(documentWith(...doubling(3), shown(100))))).toBe('none');
  expect(made).toHaveBeenCalledTimes(4);
});

test('The bounds of a small design are a small part of those of any', () => {
  expect(expansionLimits(17_000)).toEqual({ nodes: 67_000, levels: 256 });
  expect(expansionLimits(2 ** 29).nodes).toBe(2_000_000);
  expect(mostAnswerBytes(17_000)).toBeLessThan(2 ** 27);
  expect(mostAnswerBytes(2 ** 29)).toBe(2 ** 29);
});
