import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentWith, guid, nodeOf, nodesInMemory } from '../../../testing/fig-files.ts';
import { Effort, mostValues } from '../message/effort.ts';
import { ImportReport } from '../message/import-report.ts';
import { indexNodes } from '../message/node-index.ts';
import { Expansion, type ExpansionLimits } from './expand.ts';
import { foreseenLayers } from './foreseen-layers.ts';
import type { Layer } from './layer.ts';

type Node = ReturnType<typeof nodeOf>;

const limits: ExpansionLimits = { nodes: 3000, levels: 256 };
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const instance = (id: number, parent: number, of: number, more = {}) =>
  nodeOf('INSTANCE', id, parent, { symbolData: { symbolID: guid(of), ...more } });

/** What is counted for sure, and how many nodes were asked what they show for it. */
function counted(nodes: readonly object[], within = limits) {
  const stored = nodesInMemory(nodes);
  let asked = 0;
  const showing: typeof stored.showing = (head) => {
    asked += 1;
    return stored.showing(head);
  };
  const whole = (): never => {
    throw new Error('A node was read whole.');
  };
  const index = indexNodes({ ...stored, showing, whole }, new ImportReport());
  return { layers: foreseenLayers(index, within).certain, asked };
}

/** How many layers the page shows; undefined above the limit. */
function unfolded(nodes: readonly object[], within = limits): number | undefined {
  const report = new ImportReport();
  const index = indexNodes(nodesInMemory(nodes), report);
  const most = { ...within, nodes: within.nodes + 1 };
  const expansion = new Expansion(index, report, most, new Effort(mostValues(0)));
  let layers = 0;
  const visit = (layer: Layer, level: number): void => {
    for (const child of expansion.children(layer, level)) {
      layers += 1;
      visit(child, level + 1);
    }
  };
  try {
    visit(expansion.stored(index.byId.get('1:1')!), 1);
  } catch {
    return undefined;
  }
  return layers;
}

/** A component: frames and rectangles by letter, instances by the number of what they show. */
type Kind = 'R' | 'F' | number;

const kinds: fc.Arbitrary<readonly (readonly Kind[])[]> = fc.array(
  fc.array(fc.oneof(fc.constantFrom<Kind>('R', 'F'), fc.nat(4)), { maxLength: 4 }),
  { minLength: 1, maxLength: 5 },
);

/** A component shows any, itself too, or those after it alone. */
function componentsOf(all: readonly (readonly Kind[])[], showsLaterOnly: boolean): Node[] {
  return all.flatMap((layers, of) => [
    nodeOf('SYMBOL', 100 + of, 2),
    ...layers.map((kind, at) => {
      const parent = layers[at - 1] === 'F' ? 1000 + 10 * of + at - 1 : 100 + of;
      if (kind === 'R' || kind === 'F')
        return nodeOf(kind === 'F' ? 'FRAME' : 'RECTANGLE', 1000 + 10 * of + at, parent);
      return instance(1000 + 10 * of + at, parent, 100 + (showsLaterOnly ? of + 1 + kind : kind));
    }),
  ]);
}

test('Layers that instances show are counted to the last where nothing exchanges a component', () => {
  fc.assert(
    fc.property(kinds, fc.boolean(), fc.integer({ min: 2, max: 12 }), (all, showsLaterOnly, levels) => {
      const nodes = documentWith(
        ...componentsOf(all, showsLaterOnly),
        instance(30, 1, 100),
        instance(31, 1, 100),
      );
      const within = { ...limits, levels };
      const { layers } = counted(nodes, within);
      const found = unfolded(nodes, within);
      if (found === undefined) expect(layers).toBeGreaterThan(limits.nodes);
      else expect(layers).toBe(found);
    }),
    { numRuns: 300 },
  );
});

/** An override that gives a layer another component, by any of the ways there are. */
const exchanges = fc.record({
  path: fc.array(
    fc.tuple(fc.nat(4), fc.nat(3)).map(([of, at]) => 1000 + 10 * of + at),
    { minLength: 1, maxLength: 3 },
  ),
  to: fc.nat(4),
  way: fc.constantFrom('override', 'symbol', 'derived', 'property', 'within'),
});

type Exchange = typeof exchanges extends fc.Arbitrary<infer T> ? T : never;

function exchanging({ path, to, way }: Exchange): Node {
  const symbolID = guid(100 + to);
  const at = (ids: readonly number[], entry: object) => ({
    guidPath: { guids: ids.map((id) => guid(id)) },
    ...entry,
  });
  const swap = { overriddenSymbolID: symbolID };
  const inner = { symbolID: guid(101), symbolOverrides: [at(path.slice(1), swap)] };
  const refs = [{ defID: guid(7), componentPropNodeField: 'OVERRIDDEN_SYMBOL_ID' }];
  const assigned = [{ defID: guid(7), value: { guidValue: symbolID } }];
  const said = {
    override: at(path, swap),
    symbol: at(path, { symbolData: { symbolID } }),
    derived: at(path.slice(0, 1), { symbolData: inner }),
    property: at(path.slice(0, 1), { componentPropRefs: refs }),
    within: at(path.slice(0, 1), { symbolData: inner }),
  }[way];
  const symbolData = { symbolID: guid(100), ...(way !== 'derived' && { symbolOverrides: [said] }) };
  return nodeOf('INSTANCE', 30, 1, {
    symbolData,
    ...(way === 'derived' && { derivedSymbolData: [said] }),
    ...(way === 'property' && { componentPropAssignments: assigned }),
  } as never);
}

test('No design is counted to hold more layers than it unfolds to, whatever component is exchanged for another', () => {
  let exchanged = 0;
  fc.assert(
    fc.property(kinds, fc.boolean(), exchanges, (all, showsLaterOnly, exchange) => {
      const components = componentsOf(all, showsLaterOnly);
      const found = unfolded(documentWith(...components, exchanging(exchange)));
      if (found === undefined) return;
      const plain = unfolded(documentWith(...components, instance(30, 1, 100)));
      if (plain !== undefined && plain > found) exchanged += 1;
      expect(counted(documentWith(...components, exchanging(exchange))).layers).toBeLessThanOrEqual(found);
    }),
    { numRuns: 1000 },
  );
  expect(exchanged).toBeGreaterThan(0);
});

const to = guid(103);
const at = (ids: readonly number[], entry: object) => ({
  guidPath: { guids: ids.map((id) => guid(id)) },
  ...entry,
});
const bound = [{ defID: guid(7), componentPropNodeField: 'OVERRIDDEN_SYMBOL_ID' }];
const assigning = { componentPropAssignments: [{ defID: guid(7), value: { guidValue: to } }] };

test.each<[string, object, object?]>([
  ['an override', { symbolOverrides: [at([1000, 1010], { overriddenSymbolID: to })] }],
  ['an override of what it shows', { symbolOverrides: [at([1000, 1010], { symbolData: { symbolID: to } })] }],
  [
    'overrides that an override gives',
    {
      symbolOverrides: [
        at([1000, 101], {
          symbolData: { symbolID: guid(101), symbolOverrides: [at([1010], { overriddenSymbolID: to })] },
        }),
      ],
    },
  ],
  ['a property', { symbolOverrides: [at([1000], assigning)] }, { componentPropRefs: bound }],
  [
    'a property that an override refers to',
    { symbolOverrides: [at([1000], assigning), at([1000, 1010], { componentPropRefs: bound })] },
  ],
])('What an instance shows is not counted where it may be exchanged by %s', (_way, said, inner = {}) => {
  const design = (more: object) =>
    documentWith(
      ...[100, 101, 102, 103].map((id) => nodeOf('SYMBOL', id, 2)),
      instance(1000, 100, 101),
      { ...instance(1010, 101, 102), ...inner },
      ...times(3, (place) => nodeOf('RECTANGLE', 1020 + place, 102)),
      instance(30, 1, 100, more),
    );
  expect(unfolded(design({}))).toBe(6);
  expect(unfolded(design(said))).toBe(3);
  expect(counted(design(said)).layers).toBe(3);
});

test('Components that hold one another twice each are counted with each node asked once', () => {
  const levels = times(24, (level) => [
    nodeOf('SYMBOL', 100 + level, 2),
    ...times(2, (at) => instance(1000 + 2 * level + at, 100 + level, 101 + level)),
  ]).flat();
  const nodes = documentWith(...levels, nodeOf('SYMBOL', 124, 2), instance(30, 1, 100));
  const { layers, asked } = counted(nodes, { nodes: 2 ** 30, levels: 256 });
  expect(layers).toBe(2 ** 25 - 1);
  expect(asked).toBe(49);
});
