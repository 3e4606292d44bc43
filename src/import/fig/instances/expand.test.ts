import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentWith, guid, nodeOf, nodesInMemory } from '../../../testing/fig-files.ts';
import { Effort, mostValues } from '../message/effort.ts';
import { ImportReport } from '../message/import-report.ts';
import { indexNodes } from '../message/node-index.ts';
import { Expansion, expansionLimits } from './expand.ts';
import type { Layer } from './layer.ts';

/** Components of which each shows the next one ten times. */
const levels = Array.from({ length: 8 }, (_, level) => [
  nodeOf('SYMBOL', 100 + level, 2),
  ...Array.from({ length: 10 }, (_unused, index) =>
    nodeOf('INSTANCE', 1000 + level * 10 + index, 100 + level, {
      symbolData: { symbolID: guid(101 + level) },
    }),
  ),
]).flat();

function walk(nodes: readonly object[], limits: { nodes: number; levels: number }) {
  const report = new ImportReport();
  const index = indexNodes(nodesInMemory(nodes), report);
  const expansion = new Expansion(index, report, limits, new Effort(mostValues(0)));
  let deepest = 0;
  const visit = (layer: Layer, level: number): void => {
    deepest = Math.max(deepest, level);
    for (const child of expansion.children(layer, level)) visit(child, level + 1);
  };
  visit(expansion.stored(index.document), 0);
  return { deepest, warnings: report.warnings() };
}

test('Components within components are refused where they unfold to more layers than may be', () => {
  const nodes = documentWith(...levels, nodeOf('INSTANCE', 30, 1, { symbolData: { symbolID: guid(100) } }));
  expect(() => walk(nodes, { nodes: 5000, levels: 256 })).toThrow(
    'The components of the design unfold to more than 5,000 layers.',
  );
});

test('Layers beyond the deepest level are left out and named', () => {
  const chain = Array.from({ length: 20 }, (_, index) =>
    nodeOf('FRAME', 10 + index, index === 0 ? 1 : 9 + index),
  );
  const { deepest, warnings } = walk(documentWith(...chain), { nodes: 5000, levels: 6 });
  expect(deepest).toBe(6);
  expect(warnings).toEqual([{ node: '1:14', reason: 'What is nested deeper than 6 levels is left out.' }]);
});

/** Components of which each shows rectangles, frames, and earlier components: by number, what its layers are. */
type Kind = 'RECTANGLE' | 'FRAME' | number;

const idOf = (component: number, place: number) => 1000 * (component + 1) + place;

function nodesOf(components: readonly (readonly Kind[])[]) {
  return components.flatMap((kinds, component) => [
    nodeOf('SYMBOL', 100 + component, 2),
    ...kinds.map((kind, place) => {
      const before = kinds[place - 1];
      const parent = before === 'FRAME' ? idOf(component, place - 1) : 100 + component;
      const more = typeof kind === 'number' ? { symbolData: { symbolID: guid(100 + kind) } } : {};
      return nodeOf(typeof kind === 'number' ? 'INSTANCE' : kind, idOf(component, place), parent, more);
    }),
  ]);
}

/** The paths of all layers that an instance of a component shows. */
function pathsIn(components: readonly (readonly Kind[])[], component: number): string[] {
  return components[component]!.flatMap((kind, place) => {
    const own = `1:${idOf(component, place)}`;
    return typeof kind === 'number'
      ? [own, ...pathsIn(components, kind).map((path) => `${own};${path}`)]
      : [own];
  });
}

const components: fc.Arbitrary<readonly (readonly Kind[])[]> = fc
  .array(fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map((kinds, component) =>
      kinds.map(
        (kind): Kind =>
          kind < 2 ? 'RECTANGLE' : kind < 4 ? 'FRAME' : component === 0 ? 'RECTANGLE' : kind % component,
      ),
    ),
  );

test('Any components within components unfold without loss, and each override reaches its one layer', () => {
  fc.assert(
    fc.property(components, fc.nat(), fc.nat(), (all, place, size) => {
      const top = all.length - 1;
      const paths = pathsIn(all, top);
      const path = paths[place % paths.length]!;
      const guids = path.split(';').map((id) => guid(Number(id.split(':')[1])));
      const instance = nodeOf('INSTANCE', 30, 1, {
        symbolData: { symbolID: guid(100 + top), symbolOverrides: [{ guidPath: { guids }, name: 'Other' }] },
        derivedSymbolData: [{ guidPath: { guids }, size: { x: size, y: 1 } }],
      });
      const report = new ImportReport();
      const index = indexNodes(nodesInMemory(documentWith(...nodesOf(all), instance)), report);
      const expansion = new Expansion(index, report, expansionLimits(0), new Effort(mostValues(0)));
      const found: Layer[] = [];
      const visit = (layer: Layer, level: number): void => {
        for (const child of expansion.children(layer, level)) {
          found.push(child);
          visit(child, level + 1);
        }
      };
      visit(expansion.stored(index.byId.get('1:30')!), 0);
      expect(found.map(({ id }) => id).sort()).toEqual(paths.map((one) => `I1:30;${one}`).sort());
      const others = found.filter(({ node }) => node.name === 'Other');
      expect(others.map(({ id, node }) => [id, node.size?.x])).toEqual([[`I1:30;${path}`, size]]);
      expect(report.warnings()).toEqual([]);
    }),
  );
});
