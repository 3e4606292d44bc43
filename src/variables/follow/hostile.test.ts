import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alias, themeFile, value } from '../changes.suite.ts';
import { openDocument, type TestNode } from './follow.suite.ts';
import type { MeasureText } from './layout/sizes.ts';

const names = ['size', 'gap', 'title', 'ink', 'shown'];
const file = themeFile();
const before = file.state();
file.apply({
  variableModeValues: [
    value('size', 'light', 1e308),
    value('gap', 'light', -1e300),
    value('title', 'light', '\u2028__proto__\n"\\'),
    value('ink', 'light', { r: 1, g: 0, b: 0, a: 0.5 }),
    value('shown', 'light', false),
  ],
});

const binding = fc.constantFrom(...names).map((name) => alias(file.id(name)));
const scalar = fc.oneof(
  binding,
  fc.constantFrom(null, true, false, '', 'FIXED', 'HUG', 'FILL', 'WRAP', 'STRETCH', 'SOLID'),
  fc.constantFrom(0, -1, 1, 1e-308, 1e308, 1e7),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'width', 'color', 'boundVariables', 'opacity'), tie('value')),
  ),
})).value;

const properties = [
  'visible',
  'opacity',
  'fills',
  'strokes',
  'effects',
  'layoutGrids',
  'background',
  'backgroundColor',
  'cornerRadius',
  'rectangleCornerRadii',
  'strokeWeight',
  'individualStrokeWeights',
  'style',
  'size',
  'styleOverrideTable',
  'characters',
  'lineTypes',
  'itemSpacing',
  'paddingLeft',
  'minWidth',
  'maxWidth',
  'absoluteBoundingBox',
  'absoluteRenderBounds',
  'relativeTransform',
  'rotation',
  'fillGeometry',
  'layoutWrap',
  'layoutGrow',
  'layoutAlign',
  'layoutSizingHorizontal',
  'layoutSizingVertical',
  'componentProperties',
  'explicitVariableModes',
  'primaryAxisSizingMode',
  'strokesIncludedInLayout',
];
const fields = [
  'visible',
  'opacity',
  'itemSpacing',
  'paddingLeft',
  'minWidth',
  'maxWidth',
  'characters',
  'fontSize',
  'lineHeight',
  'fontFamily',
  'topLeftRadius',
  'strokeWeight',
  'toString',
  '__proto__',
];
const box = fc.constant({ x: 0, y: 0, width: 10, height: 10 });

interface Shape {
  readonly type: string;
  readonly layoutMode: string;
  readonly bound: object;
  readonly more: object;
  readonly sizes: object | undefined;
  readonly children: readonly Shape[];
}
const shape = fc.letrec<{ node: Shape }>((tie) => ({
  node: fc.record({
    type: fc.constantFrom('FRAME', 'TEXT', 'RECTANGLE', 'INSTANCE'),
    layoutMode: fc.constantFrom('NONE', 'HORIZONTAL', 'VERTICAL', 'GRID'),
    bound: fc.dictionary(fc.constantFrom(...fields), binding),
    more: fc.dictionary(fc.constantFrom(...properties), anything),
    sizes: fc.option(fc.record({ x: binding, y: binding }), { nil: undefined }),
    children: fc.oneof({ maxDepth: 3 }, fc.constant<Shape[]>([]), fc.array(tie('node'), { maxLength: 3 })),
  }),
})).node;

function nodeOf(given: Shape, boundingBox: object, next = { id: 1 }): TestNode {
  const boundVariables = { ...given.bound, ...(given.sizes && { size: given.sizes }) };
  return {
    id: `1:${next.id++}`,
    type: given.type,
    layoutMode: given.layoutMode,
    boundVariables,
    absoluteBoundingBox: boundingBox,
    ...given.more,
    children: given.children.map((child) => nodeOf(child, boundingBox, next)),
  };
}

// biome-ignore lint/correctness/useYield: measured at once
const measure: MeasureText = function* () {
  return { width: 10, height: 12 };
};

it('a hostile document stays valid when it follows its variables, with the same nodes and finite numbers', () => {
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 2 }), box, (shapes, boundingBox) => {
      const next = { id: 1 };
      const document = openDocument(
        shapes.map((one) => nodeOf(one, boundingBox, next)),
        measure,
      );
      // What is no number in JSON comes out as null.
      const nulls = (nodes: unknown) =>
        JSON.stringify(nodes)
          .replaceAll(/"(absoluteRenderBounds|fontPostScriptName)":null/g, '')
          .split('null').length;
      const ids = (nodes: readonly TestNode[]): string[] =>
        nodes.flatMap(({ id, children = [] }) => [id, ...ids(children)]);
      const given = document.nodes();
      document.follow(before, file.state());
      const followed = document.nodes();
      expect(ids(followed)).toEqual(ids(given));
      expect(nulls(followed)).toBeLessThanOrEqual(nulls(given));
    }),
    { numRuns: 300 },
  );
});
