import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type AnsweredNode, nodesBelow } from '../../testing/document-likeness.ts';
import { documentWith, figDesign, guid, innerForm, nodeOf, type Value } from '../../testing/fig-files.ts';
import { readFigSource } from '../../testing/fig-source.ts';
import { openDesign } from './container/open-design.ts';

type Fields = { readonly [name: string]: Value };

const answered = (bytes: Uint8Array) => {
  const { document, warnings } = readFigSource(bytes);
  const root: AnsweredNode = JSON.parse(Buffer.from(document).toString());
  return { root, warnings, byId: new Map(nodesBelow(root).map((node) => [node.id, node])) };
};

describe('A layer of a file that does not tell where layers of instances lie', () => {
  const at = (m02: number, m12: number) => ({ m00: 1, m01: 0, m02, m10: 0, m11: 1, m12 });
  /** Of 20 × 10 at 10, 10 in a component of 100 × 50 that an instance shows as 200 × 100. */
  const shown = (layer: Fields, component: Fields = {}, symbolData: Fields = {}) =>
    answered(
      figDesign(
        documentWith(
          nodeOf('SYMBOL', 10, 2, component),
          nodeOf('RECTANGLE', 11, 10, { size: { x: 20, y: 10 }, transform: at(10, 10), ...layer }),
          nodeOf('INSTANCE', 30, 1, {
            symbolData: { symbolID: guid(10), ...symbolData },
            size: { x: 200, y: 100 },
          }),
        ),
        { blobs: [Buffer.alloc(1), Buffer.alloc(12)] },
      ),
    );
  const placeOf = ({ byId }: Pick<ReturnType<typeof shown>, 'byId'>) => {
    const { size, relativeTransform } = byId.get('I1:30;1:11') as never as {
      size: { x: number; y: number };
      relativeTransform: [[number, number, number], [number, number, number]];
    };
    return [relativeTransform[0][2], relativeTransform[1][2], size.x, size.y];
  };
  const both = (constraint: string) => ({
    horizontalConstraint: constraint,
    verticalConstraint: constraint,
  });

  test.each<[string, Fields, number[]]>([
    ['stays at its corner', {}, [10, 10, 20, 10]],
    ['keeps its distance from the other side', both('MAX'), [110, 60, 20, 10]],
    ['keeps its distance from the middle', both('CENTER'), [60, 35, 20, 10]],
    ['grows with what it lies in', both('STRETCH'), [10, 10, 120, 60]],
    ['grows in proportion', both('SCALE'), [20, 20, 40, 20]],
    [
      'keeps the size of its words',
      { ...both('STRETCH'), type: 'TEXT', textAutoResize: 'HEIGHT' },
      [10, 10, 120, 10],
    ],
    [
      'keeps its size where it is turned',
      { ...both('SCALE'), transform: { m00: 0, m01: -1, m02: 20, m10: 1, m11: 0, m12: 10 } },
      [35, 30, 20, 10],
    ],
  ])('%s', (_what, layer, expected) => {
    const { warnings, byId } = shown(layer);
    expect(placeOf({ byId })).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  test('lies where its constraints have it also in a component that lays out what else it holds', () => {
    const absolute = shown({ ...both('SCALE'), stackPositioning: 'ABSOLUTE' }, { stackMode: 'HORIZONTAL' });
    expect([placeOf(absolute), absolute.warnings]).toEqual([[20, 20, 40, 20], []]);
  });

  test.each<[string, Fields, Fields]>([
    ['in a grid', { stackMode: 'GRID' }, {}],
    ['in what is scaled as a whole', {}, { uniformScaleFactor: 2 }],
  ])('is as in the component %s, and the report says so', (_where, component, instance) => {
    const { byId, warnings } = shown(both('STRETCH'), component, instance);
    expect(placeOf({ byId })).toEqual([10, 10, 20, 10]);
    expect(warnings).toEqual([
      { node: '1:30', reason: expect.stringMatching(/how the resized instance is laid out/) },
    ]);
  });

  const outline = { fillGeometry: [{ commandsBlob: 0, windingRule: 'NONZERO' }] };
  const network = { vectorNetworkBlob: 1 };
  test.each<[string, Fields]>([
    ['a star', { type: 'STAR' }],
    ['a polygon', { type: 'REGULAR_POLYGON' }],
    ['a line', { type: 'LINE' }],
    ['put together of others', { type: 'BOOLEAN_OPERATION' }],
    ['a vector whose lines are told', { type: 'VECTOR', vectorData: network }],
  ])('is drawn by what it is, and not by the outline of its component, where it is %s', (_what, layer) => {
    const { byId, warnings } = shown({ ...both('SCALE'), ...outline, ...layer });
    expect(byId.get('I1:30;1:11')).toMatchObject({ size: { x: 40, y: 20 }, fillGeometry: [] });
    expect(warnings).toEqual([]);
  });

  test.each<[string, Fields]>([
    ['a vector without lines', {}],
    [
      'a vector of parts in looks of their own',
      { vectorData: { ...network, styleOverrideTable: [{ styleID: 1 }] } },
    ],
  ])(
    'has the outline that it has in the component where it is %s, and the report says so',
    (_what, layer) => {
      const outlined = shown({ ...both('SCALE'), ...outline, type: 'VECTOR', ...layer });
      expect(placeOf(outlined)).toEqual([20, 20, 40, 20]);
      expect(outlined.byId.get('I1:30;1:11')).toMatchObject({ fillGeometry: [{ windingRule: 'NONZERO' }] });
      expect(outlined.warnings).toEqual([
        { node: 'I1:30;1:11', reason: expect.stringMatching(/outline of the layer/) },
      ]);
    },
  );
});

describe('An instance of a file that does not tell where its layers lie', () => {
  const at = (m02: number, m12: number) => ({ m00: 1, m01: 0, m02, m10: 0, m11: 1, m12 });
  const row = { stackMode: 'HORIZONTAL', stackSpacing: 10, stackHorizontalPadding: 5, stackPaddingRight: 5 };
  const hugging = { stackCounterSizing: 'FIXED' };
  /** Two of 20 × 10, the second of which is as given, in a row of 60 × 50 that an instance shows as given. */
  const shown = (second: Fields, instance: Fields, component: Fields = {}) =>
    answered(
      figDesign(
        documentWith(
          nodeOf('SYMBOL', 10, 2, { size: { x: 60, y: 50 }, ...row, ...component }),
          nodeOf('RECTANGLE', 11, 10, { size: { x: 20, y: 10 }, transform: at(5, 0) }),
          nodeOf('RECTANGLE', 12, 10, { size: { x: 20, y: 10 }, transform: at(35, 0), ...second }),
          nodeOf('INSTANCE', 30, 1, {
            size: { x: 60, y: 50 },
            ...row,
            ...component,
            ...instance,
            symbolData: { symbolID: guid(10), ...(instance.symbolData as Fields) },
          }),
        ),
      ),
    );
  const placesOf = ({ byId }: ReturnType<typeof shown>) =>
    ['I1:30;1:11', 'I1:30;1:12'].map((id) => {
      const { size, relativeTransform } = byId.get(id) as never as {
        size: { x: number; y: number };
        relativeTransform: [[number, number, number], [number, number, number]];
      };
      return [relativeTransform[0][2], relativeTransform[1][2], size.x, size.y];
    });

  test.each<[string, Fields, Fields, Fields, number[][]]>([
    [
      'gives a layer that grows what is left',
      { stackChildPrimaryGrow: 1 },
      { size: { x: 100, y: 50 } },
      { stackPrimarySizing: 'FIXED' },
      [
        [5, 0, 20, 10],
        [35, 0, 60, 10],
      ],
    ],
    [
      'stretches a layer across',
      { stackChildAlignSelf: 'STRETCH', size: { x: 20, y: 50 } },
      { size: { x: 60, y: 80 } },
      {},
      [
        [5, 0, 20, 10],
        [35, 0, 20, 80],
      ],
    ],
    [
      'moves its layers apart where it spreads them',
      {},
      { size: { x: 100, y: 50 } },
      { stackPrimarySizing: 'FIXED', stackPrimaryAlignItems: 'SPACE_BETWEEN' },
      [
        [5, 0, 20, 10],
        [75, 0, 20, 10],
      ],
    ],
    [
      'closes up behind a layer that it hides',
      {},
      {
        size: { x: 30, y: 50 },
        symbolData: { symbolOverrides: [{ guidPath: { guids: [guid(11)] }, visible: false }] },
      },
      {},
      [
        [5, 0, 20, 10],
        [5, 0, 20, 10],
      ],
    ],
    [
      'is as much wider as a text is that says other words',
      { type: 'TEXT', textAutoResize: 'WIDTH_AND_HEIGHT', textData: { characters: 'No' } },
      {
        size: { x: 95, y: 50 },
        symbolData: {
          symbolOverrides: [{ guidPath: { guids: [guid(12)] }, textData: { characters: 'Certainly' } }],
        },
      },
      hugging,
      [
        [5, 0, 20, 10],
        [35, 0, 55, 10],
      ],
    ],
  ])('%s', (_what, second, instance, component, expected) => {
    const found = shown(second, instance, component);
    expect(placesOf(found)).toEqual(expected);
    expect(found.warnings).toEqual([]);
  });

  test('keeps what does not lie by its rules where it is in the component', () => {
    const lifted = { transform: at(35.25, 3) };
    expect(placesOf(shown(lifted, {}))[1]).toEqual([35.25, 3, 20, 10]);
    const moved = shown(lifted, { stackSpacing: 14, size: { x: 64, y: 50 } });
    expect(placesOf(moved)[1]).toEqual([39.25, 3, 20, 10]);
  });

  test('takes the size of what it holds in its turn where an instance around it changes that', () => {
    const { byId } = answered(
      figDesign(
        documentWith(
          nodeOf('SYMBOL', 10, 2, { size: { x: 60, y: 50 }, ...row }),
          nodeOf('RECTANGLE', 11, 10, { size: { x: 20, y: 10 }, transform: at(5, 0) }),
          nodeOf('RECTANGLE', 12, 10, { size: { x: 20, y: 10 }, transform: at(35, 0) }),
          nodeOf('SYMBOL', 20, 2, { size: { x: 60, y: 50 }, stackMode: 'VERTICAL' }),
          nodeOf('INSTANCE', 21, 20, {
            size: { x: 60, y: 50 },
            ...row,
            symbolData: { symbolID: guid(10) },
          }),
          nodeOf('INSTANCE', 30, 1, {
            size: { x: 60, y: 50 },
            stackMode: 'VERTICAL',
            symbolData: {
              symbolID: guid(20),
              symbolOverrides: [{ guidPath: { guids: [guid(21), guid(12)] }, visible: false }],
            },
          }),
        ),
      ),
    );
    expect(byId.get('I1:30;1:21')).toMatchObject({ size: { x: 30, y: 50 } });
  });

  test('that shows very many layers is as its component, and the report says so', () => {
    const many = Array.from({ length: 5001 }, (_, index) =>
      nodeOf('RECTANGLE', 100 + index, 10, { stackChildPrimaryGrow: 1 }),
    );
    const { byId, warnings } = answered(
      figDesign(
        documentWith(
          nodeOf('SYMBOL', 10, 2, row),
          ...many,
          nodeOf('INSTANCE', 30, 1, {
            size: { x: 900, y: 50 },
            ...row,
            symbolData: { symbolID: guid(10) },
          }),
        ),
      ),
    );
    expect(byId.get('I1:30;1:5100')).toMatchObject({ size: { x: 100, y: 50 } });
    expect(warnings).toEqual([
      { node: '1:30', reason: expect.stringMatching(/how the resized instance is laid out/) },
    ]);
  });
});

describe('A file that tells no outlines', () => {
  const red = { type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } };
  const borders = { borderStrokeWeightsIndependent: true, borderTopWeight: 2, borderLeftWeight: 10 };

  test.each<[string, Fields, number[]]>([
    ['in the middle of its edge', { strokeWeight: 8 }, [-4, -4, 108, 58]],
    ['outside', { strokeWeight: 8, strokeAlign: 'OUTSIDE' }, [-8, -8, 116, 66]],
    ['inside', { strokeWeight: 8, strokeAlign: 'INSIDE' }, [0, 0, 100, 50]],
    ['on some sides', { ...borders, strokeAlign: 'OUTSIDE' }, [-10, -2, 110, 52]],
    ['that is hidden', { strokeWeight: 8, strokePaints: [{ ...red, visible: false }] }, [0, 0, 100, 50]],
  ])('tells by box and weight how far a layer shows that has a stroke %s', (_where, stroke, expected) => {
    const { byId, warnings } = answered(
      figDesign(documentWith(nodeOf('RECTANGLE', 5, 1, { strokePaints: [red], ...stroke }))),
    );
    const { absoluteRenderBounds } = byId.get('1:5') as never as { absoluteRenderBounds: object };
    expect(Object.values(absoluteRenderBounds)).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  test('has all its vectors, and says of those that show which have no form', () => {
    const { byId, warnings } = answered(
      figDesign(
        documentWith(
          nodeOf('VECTOR', 5, 1, { fillPaints: [red] }),
          nodeOf('VECTOR', 6, 1, { fillPaints: [{ ...red, visible: false }] }),
          nodeOf('VECTOR', 7, 1, { fillPaints: [red], vectorData: { vectorNetworkBlob: 0 } }),
        ),
        { blobs: [Buffer.alloc(12)] },
      ),
    );
    expect([...byId.keys()]).toEqual(expect.arrayContaining(['1:5', '1:6', '1:7']));
    expect(warnings).toEqual([
      { node: '1:5', reason: 'The file does not tell the outline of the layer; it is not drawn.' },
    ]);
  });
});

test('A text whose lines and glyphs a file does not tell shows by its box, and is there whole', () => {
  const text = {
    textData: { characters: 'Two\nlines' },
    fontName: { family: 'X', style: 'Bold', postscript: '' },
  };
  const { byId, warnings } = answered(figDesign(documentWith(nodeOf('TEXT', 5, 1, text))));
  expect(byId.get('1:5')).toMatchObject({
    characters: 'Two\nlines',
    lineTypes: ['NONE', 'NONE'],
    lineIndentations: [0, 0],
    style: { fontWeight: 700, lineHeightPercent: 100 },
    size: { x: 100, y: 50 },
    absoluteRenderBounds: { x: 0, y: 0, width: 100, height: 50 },
  });
  expect(byId.get('1:5')).not.toHaveProperty('vitrineGlyphs');
  expect(warnings).toEqual([]);
});

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const path = join(corpus, 'open-pencil/gold-preview.fig');

/** The same design from a program that does not know what the editor derives for instances. */
function withoutDerived(bytes: Uint8Array): Uint8Array {
  const { schema, message } = openDesign(bytes);
  const hidden = Buffer.from(schema).toString('latin1').replaceAll('derivedSymbolData', 'anotherSymbolData');
  return innerForm([Buffer.from(hidden, 'latin1'), message].map((part) => deflateRawSync(part)));
}

/** Layers that an instance shows, by whether it lays them out. */
function layersOfInstances(
  node: AnsweredNode,
  isWithin = false,
): { laidOut: boolean; layer: AnsweredNode }[] {
  const within = isWithin || node.type === 'INSTANCE';
  const shown = (node.children ?? []).filter(({ visible }) => visible !== false);
  return shown.flatMap((layer) => [
    ...(within
      ? [{ laidOut: node.layoutMode !== undefined && layer.layoutPositioning !== 'ABSOLUTE', layer }]
      : []),
    ...layersOfInstances(layer, within),
  ]);
}

const numbersIn = (...values: unknown[]): number[] =>
  JSON.stringify(values)
    .match(/-?\d+(\.\d+)?(e-?\d+)?/g)!
    .map(Number);

test.skipIf(!existsSync(path))(
  'A real design without what the editor derives has all its layers, most where they lie (skipped where it is absent)',
  () => {
    const bytes = readFileSync(path);
    const [told, own] = [answered(bytes), answered(withoutDerived(bytes))];
    expect([...own.byId.keys()]).toEqual([...told.byId.keys()]);
    const isNear = ({ id, size, relativeTransform }: AnsweredNode) => {
      const other = own.byId.get(id)!;
      const there = numbersIn(other.size, other.relativeTransform);
      return numbersIn(size, relativeTransform).every((number, at) => Math.abs(number - there[at]!) <= 0.5);
    };
    const layers = layersOfInstances(told.root);
    const nearOf = (laidOut: boolean) => {
      const all = layers.filter((one) => one.laidOut === laidOut);
      return `${all.filter(({ layer }) => isNear(layer)).length} of ${all.length}`;
    };
    expect([nearOf(false), nearOf(true)]).toEqual(['49 of 52', '194 of 277']);
  },
);
