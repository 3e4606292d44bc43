import { expect, test } from 'vitest';
import { documentWith, guid, nodeOf } from '../../../testing/fig-files.ts';
import { ImportReport } from '../message/import-report.ts';
import { indexNodes } from '../message/node-index.ts';
import type { FigNode } from '../message/wanted.ts';
import { Expansion, type Layer } from './expand.ts';

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
  const index = indexNodes(nodes as FigNode[], report);
  const expansion = new Expansion(index, report, limits);
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
