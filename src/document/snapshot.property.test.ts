import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { assemble } from '../testing/assemble-body.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { openSnapshot } from './open-snapshot.ts';
import type { Body, FileSelection, TreeSelection } from './selection.ts';
import type { Snapshot } from './snapshot.ts';

/** JSON as it is spelled: a token, or what stands between brackets. Keys are tokens. */
type Value = string | { readonly array: readonly Value[] } | { readonly object: readonly Member[] };
type Member = readonly [key: string, value: Value];
interface Node {
  readonly object: readonly Member[];
}

const scalars = ['null', 'true', '1.0', '-0', '1E+2', '0.10000000149011612', '12345678901234567890', '""'];
const strings = [
  '"plain"',
  '"\\u0041\\n"',
  '"\\/"',
  '"é\u{1F600}"',
  '"{[,:]}"',
  '"\\\\"',
  '"a\\"b"',
  '"\\ud800"',
];
const scalar = fc.constantFrom<string>(...scalars, ...strings);
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }).map((array) => ({ array })),
    fc
      .array(fc.tuple(fc.constantFrom('"x"', '"children"', '"id"', '"size"'), tie('value')), { maxLength: 3 })
      .map((object) => ({ object })),
  ),
})).value;

const fixed = (json: string): fc.Arbitrary<Value> => fc.constant(json);
const pluginEntry = fc.tuple(fc.constantFrom('"111"', '"222"', '"3\\u003333"'), value);
const properties: Record<string, fc.Arbitrary<Value>> = {
  name: fc.oneof(scalar, value),
  fillGeometry: value,
  strokeGeometry: value,
  relativeTransform: value,
  size: value,
  '\\u0073ize': value,
  vectorNetwork: value,
  pluginData: fc.oneof(
    fc.array(pluginEntry, { maxLength: 3 }).map((object) => ({ object })),
    value,
  ),
  sharedPluginData: value,
  fills: fc
    .constantFrom('A', 'B')
    .map((ref) => ({ array: [{ object: [['"imageRef"', `"image${ref}"`]] }] }) as Value),
  styles: fc.constantFrom<Value>(
    {
      object: [
        ['"fill"', '"S:1"'],
        ['"text"', '"S:\\u0032"'],
      ],
    },
    { object: [['"fill"', '"S:9"']] },
  ),
  componentId: fc.constantFrom('"C:1"', '"C:2"', '"C:9"'),
  styleOverrideTable: fixed('{"1":{"inheritFillStyleId":"S:3"}}').map(() => ({
    object: [['"1"', { object: [['"inheritFillStyleId"', '"S:3"']] }]],
  })),
  other: value,
};
const keys = Object.keys(properties);

interface Plan {
  readonly type: string;
  readonly members: readonly Member[];
  readonly children: readonly Plan[] | undefined;
  readonly order: readonly number[];
}

const member = fc
  .constantFrom(...keys)
  .chain((key) => properties[key]!.map((of): Member => [`"${key}"`, of]));
const plan = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    type: fc.constantFrom('FRAME', 'INSTANCE', 'COMPONENT', 'COMPONENT_SET', 'TEXT', 'HOLOGRAM'),
    members: fc.uniqueArray(member, { selector: ([key]) => JSON.parse(key), maxLength: 6 }),
    children: fc.option(fc.array(tie('plan'), { maxLength: 3, depthIdentifier: 'tree' }), {
      nil: undefined,
      depthIdentifier: 'tree',
    }),
    order: fc.array(fc.nat(100), { minLength: 10, maxLength: 10 }),
  }),
})).plan;

/** Numbers the nodes in pre-order; every third id is spelled with an escape, every fourth is an instance's. */
function buildNode({ type, members, children, order }: Plan, next: { id: number }): Node {
  const number = next.id++;
  const id =
    number % 4 === 3 ? `"I1:${number};2:7"` : number % 3 === 2 ? `"1\\u003a${number}"` : `"1:${number}"`;
  const all: Member[] = [['"id"', id], ['"type"', `"${type}"`], ['"scrollBehavior"', '"FIXED"'], ...members];
  if (children !== undefined)
    all.push(['"children"', { array: children.map((child) => buildNode(child, next)) }]);
  const ranked = all.map((each, index) => ({ each, rank: order[index % order.length]! }));
  return { object: ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each) };
}

const entry = (key: string, ...more: Member[]): Member => [
  `"${key}"`,
  { object: [['"key"', `"k${key}"`], ...more] },
];
const maps: Record<string, readonly Member[]> = {
  components: [
    entry('C:2', ['"componentSetId"', '"T:1"']),
    entry('1:4'),
    entry('C:1'),
    entry('1:5', ['"componentSetId"', '"1:1"']),
  ],
  componentSets: [entry('T:1'), entry('1:1'), entry('1:4'), entry('T:2')],
  styles: [entry('S:3'), entry('S:1'), entry('S:2'), entry('S:4')],
};

/** Tokens joined by what `gap` gives. */
function print(of: Value, gap: () => string = () => ''): string {
  if (typeof of === 'string') return of;
  if ('array' in of) return `[${gap()}${of.array.map((each) => print(each, gap) + gap()).join(`,${gap()}`)}]`;
  const members = of.object.map(([key, each]) => `${key}${gap()}:${gap()}${print(each, gap)}${gap()}`);
  return `{${gap()}${members.join(`,${gap()}`)}}`;
}

// The model: what the answers are, written down without any thought of speed.

const decoded = (token: string): string => JSON.parse(token) as string;
const find = ({ object }: Node, key: string): Value | undefined =>
  object.findLast(([name]) => decoded(name) === key)?.[1];
const text = (of: Value | undefined): string | undefined =>
  typeof of === 'string' && of.startsWith('"') ? decoded(of) : undefined;
const idOf = (node: Node): string => text(find(node, 'id'))!;
const childrenOf = (node: Node): readonly Node[] =>
  ((find(node, 'children') as { array: Node[] }) ?? { array: [] }).array;
const geometryKeys = new Set([
  'fillGeometry',
  'strokeGeometry',
  'relativeTransform',
  'size',
  'vectorNetwork',
]);

function keepMember([key, of]: Member, { geometry = false, pluginData = [] }: TreeSelection): Member[] {
  const name = decoded(key);
  if (geometryKeys.has(name)) return geometry ? [[key, of]] : [];
  if (name === 'sharedPluginData') return pluginData.includes('shared') ? [[key, of]] : [];
  if (name !== 'pluginData') return [[key, of]];
  const ids = pluginData.filter((id) => id !== 'shared');
  if (ids.length === 0) return [];
  if (typeof of === 'string' || 'array' in of) return [[key, of]];
  const object = of.object.filter(([plugin]) => ids.includes(decoded(plugin)));
  return object.length > 0 ? [[key, { object }]] : [];
}

interface Chosen {
  readonly deepest: number;
  readonly whole: (node: Node) => boolean;
  readonly kept: ReadonlySet<Node>;
  readonly selection: TreeSelection;
}

function showNode(node: Node, level: number, inside: boolean, chosen: Chosen, shown: Node[]): Node {
  shown.push(node);
  const whole = inside || chosen.whole(node);
  const showChild = (child: Node) => (whole && level < chosen.deepest) || chosen.kept.has(child);
  const members = node.object.flatMap(([key, of]) => {
    if (decoded(key) !== 'children') return keepMember([key, of], chosen.selection);
    const array = childrenOf(node).filter(showChild);
    return [
      [key, { array: array.map((child) => showNode(child, level + 1, whole, chosen, shown)) }] as Member,
    ];
  });
  return { object: members };
}

function modelMaps(shown: readonly Node[]): string {
  const referred = {
    components: new Set<string>(),
    componentSets: new Set<string>(),
    styles: new Set<string>(),
  };
  for (const node of shown) {
    const type = text(find(node, 'type'));
    if (type === 'COMPONENT') referred.components.add(idOf(node));
    if (type === 'COMPONENT_SET') referred.componentSets.add(idOf(node));
    const component = text(find(node, 'componentId'));
    if (component !== undefined) referred.components.add(component);
    const styles = find(node, 'styles') as { object: Member[] } | undefined;
    for (const [, style] of styles?.object ?? []) referred.styles.add(text(style)!);
    if (find(node, 'styleOverrideTable') !== undefined) referred.styles.add('S:3');
  }
  for (const [key, of] of maps.components!) {
    const set = text(find(of as Node, 'componentSetId'));
    if (set !== undefined && referred.components.has(decoded(key))) referred.componentSets.add(set);
  }
  const write = (name: keyof typeof referred) =>
    print({ object: maps[name]!.filter(([key]) => referred[name].has(decoded(key))) });
  return `"components":${write('components')},"componentSets":${write('componentSets')},"schemaVersion":0,"styles":${write('styles')}`;
}

function walk(
  node: Node,
  level = 0,
  above: readonly Node[] = [],
): { node: Node; level: number; above: readonly Node[] }[] {
  return [
    { node, level, above },
    ...childrenOf(node).flatMap((child) => walk(child, level + 1, [...above, node])),
  ];
}

function modelFile(document: Node, selection: FileSelection): { text: string; nodes: number } {
  const { ids = [], depth } = selection;
  const all = walk(document);
  const listed = all.filter(({ node }) => ids.includes(idOf(node)));
  const kept = new Set<Node>([
    document,
    ...childrenOf(document),
    ...listed.flatMap(({ node, above }) => [...above, node]),
  ]);
  const whole = (node: Node) => ids.length === 0 || listed.some((each) => each.node === node);
  const shown: Node[] = [];
  const chosen = {
    deepest: depth ?? Number.POSITIVE_INFINITY,
    whole,
    kept: ids.length === 0 ? new Set<Node>() : kept,
    selection,
  };
  const tree = print(showNode(document, 0, false, chosen, shown));
  const verbatim = `"components":${print({ object: maps.components! })},"componentSets":${print({ object: maps.componentSets! })},"schemaVersion":0,"styles":${print({ object: maps.styles! })}`;
  const filtered = ids.length > 0 || depth !== undefined;
  return { text: `{"document":${tree},${filtered ? modelMaps(shown) : verbatim}`, nodes: shown.length };
}

function modelNodes(
  document: Node,
  ids: readonly string[],
  selection: TreeSelection,
): { text: string; nodes: number } {
  const all = walk(document);
  let nodes = 0;
  const entries = [...new Set(ids)].map((id) => {
    const found = all.find(({ node }) => idOf(node) === id);
    if (found === undefined) return `${JSON.stringify(id)}:null`;
    const shown: Node[] = [];
    const chosen = {
      deepest: selection.depth ?? Number.POSITIVE_INFINITY,
      whole: () => true,
      kept: new Set<Node>(),
      selection,
    };
    const tree = print(showNode(found.node, 0, true, chosen, shown));
    nodes += shown.length;
    return `${JSON.stringify(id)}:{"document":${tree},${modelMaps(shown)}}`;
  });
  return { text: `{${entries.join(',')}}`, nodes };
}

const gaps = ['', ' ', '\n', '\t\r\n  ', '                                                      '];
const design = fc.record({
  pages: fc.array(plan, { maxLength: 4 }),
  root: fc.tuple(plan, fc.array(fc.nat(gaps.length - 1), { minLength: 1, maxLength: 17 })),
  mapsFirst: fc.boolean(),
});

const selection = fc.record({
  depth: fc.option(fc.nat(5), { nil: undefined }),
  geometry: fc.boolean(),
  pluginData: fc.option(fc.subarray(['111', '333', 'shared', 'none']), { nil: undefined }),
});
const ids = fc.array(
  fc.oneof(
    fc.nat(14).map((number) => idFor(number)),
    fc.constant('9:9'),
  ),
  { maxLength: 6 },
);
const idFor = (number: number): string => (number % 4 === 3 ? `I1:${number};2:7` : `1:${number}`);

function open({
  pages,
  root: [root, spaces],
  mapsFirst,
}: typeof design extends fc.Arbitrary<infer T> ? T : never) {
  const document = buildNode({ ...root, type: 'DOCUMENT', children: pages }, { id: 0 });
  let turn = 0;
  const gap = () => gaps[spaces[turn++ % spaces.length]!]!;
  const written: Member[] = Object.entries(maps).map(([name, object]) => [`"${name}"`, { object }]);
  const file = {
    object: mapsFirst
      ? [...written, ['"document"', document] as Member]
      : [['"document"', document] as Member, ...written],
  };
  const compiled = compileSnapshot(readRestSource(Buffer.from(gap() + print(file, gap) + gap())));
  return { document, snapshot: openSnapshot(memorySource(Buffer.concat(compiled.chunks))) };
}

function read(snapshot: Snapshot, body: Body, chunkBytes: number): { text: string; nodes: number } {
  const bytes = Buffer.concat([...assemble(body, snapshot.source, chunkBytes)]);
  expect(bytes.length).toBe(body.sizeBytes);
  return { text: bytes.toString(), nodes: body.nodeCount };
}

test('[FILE-19] [FILE-21] [FILE-22] [FILE-23] Get file shows what the plain model shows, token for token', () => {
  fc.assert(
    fc.property(
      design,
      selection,
      fc.option(ids, { nil: undefined }),
      fc.integer({ min: 1, max: 300 }),
      (given, options, listed, chunkBytes) => {
        const { document, snapshot } = open(given);
        const chosen = { ...options, ids: listed };
        expect(read(snapshot, snapshot.file(chosen), chunkBytes)).toEqual(modelFile(document, chosen));
      },
    ),
    { numRuns: 400 },
  );
});

test('[NODE-03] [NODE-04] [NODE-05] [NODE-06] [NODE-07] Get file nodes shows what the plain model shows, token for token', () => {
  fc.assert(
    fc.property(
      design,
      selection,
      ids,
      fc.integer({ min: 1, max: 300 }),
      (given, options, asked, chunkBytes) => {
        const { document, snapshot } = open(given);
        expect(read(snapshot, snapshot.nodes(asked.map(exactNodeId), options), chunkBytes)).toEqual(
          modelNodes(document, asked, options),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('nodes are found by id and walked as they stand in the tree', () => {
  fc.assert(
    fc.property(design, (given) => {
      const { document, snapshot } = open(given);
      const all = walk(document);
      expect(snapshot.nodeCount).toBe(all.length);
      for (const [index, { node, level, above }] of all.entries()) {
        expect(snapshot.find(exactNodeId(idOf(node)))).toBe(index);
        const read = snapshot.node(index);
        expect(read).toMatchObject({ id: idOf(node), type: text(find(node, 'type')), depth: level });
        expect(read.parent).toBe(
          above.length === 0 ? undefined : all.findIndex((each) => each.node === above.at(-1)),
        );
        expect(read.name).toBe(text(find(node, 'name')) ?? '');
        const children = [...snapshot.children(index)].map((child) => snapshot.node(child).id);
        expect(children).toEqual(childrenOf(node).map(idOf));
      }
    }),
    { numRuns: 100 },
  );
});

test('[FILL-02] every image reference of the document is listed once', () => {
  fc.assert(
    fc.property(design, (given) => {
      const { document, snapshot } = open(given);
      const refs = walk(document).flatMap(({ node }) =>
        find(node, 'fills') === undefined ? [] : [print(find(node, 'fills')!)],
      );
      const expected = new Set(
        refs.map((fills) => (JSON.parse(fills) as { imageRef: string }[])[0]!.imageRef),
      );
      expect(new Set(snapshot.imageRefs())).toEqual(expected);
      expect(snapshot.imageRefs().length).toBe(expected.size);
    }),
    { numRuns: 50 },
  );
});
