import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type AnsweredNode, nodesBelow } from '../../testing/document-likeness.ts';
import { documentWith, figDesign, guid, innerForm, nodeOf, type Value } from '../../testing/fig-files.ts';
import { openDesign } from './container/open-design.ts';
import { readFigSource } from './read-fig-source.ts';

type Fields = { readonly [name: string]: Value };

const answered = (bytes: Uint8Array) => {
  const { document, warnings } = readFigSource(bytes);
  const root: AnsweredNode = JSON.parse(Buffer.from(document).toString());
  return { root, warnings, byId: new Map(nodesBelow(root).map((node) => [node.id, node])) };
};

describe('A layer of a file that does not tell where layers of instances lie', () => {
  const at = (m02: number, m12: number) => ({ m00: 1, m01: 0, m02, m10: 0, m11: 1, m12 });
  /** Of 20 × 10 at 10, 10 in a component of 100 × 50 that an instance shows as 200 × 100. */
  const shown = (layer: Fields, component: Fields = {}) =>
    answered(
      figDesign(
        documentWith(
          nodeOf('SYMBOL', 10, 2, component),
          nodeOf('RECTANGLE', 11, 10, { size: { x: 20, y: 10 }, transform: at(10, 10), ...layer }),
          nodeOf('INSTANCE', 30, 1, { symbolData: { symbolID: guid(10) }, size: { x: 200, y: 100 } }),
        ),
        { blobs: [Buffer.alloc(1), Buffer.alloc(12)] },
      ),
    );
  const placeOf = ({ byId }: ReturnType<typeof shown>) => {
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
    const { root, warnings, byId } = shown(layer);
    expect(placeOf({ root, warnings, byId })).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  test('is as in the component where that lays out what it holds, and the report says so', () => {
    const laidOut = shown(both('STRETCH'), { stackMode: 'HORIZONTAL' });
    expect(placeOf(laidOut)).toEqual([10, 10, 20, 10]);
    expect(laidOut.warnings).toEqual([
      { node: '1:30', reason: expect.stringMatching(/how the resized instance is laid out/) },
    ]);
    const absolute = shown({ ...both('SCALE'), stackPositioning: 'ABSOLUTE' }, { stackMode: 'HORIZONTAL' });
    expect([placeOf(absolute), absolute.warnings]).toEqual([[20, 20, 40, 20], []]);
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
    ...{ characters: 'Two\nlines', lineTypes: ['NONE', 'NONE'], lineIndentations: [0, 0] },
    ...{ style: { fontWeight: 700, lineHeightPercent: 100 }, size: { x: 100, y: 50 } },
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

/** Layers that an instance shows where nothing lays them out. */
function freeLayers(node: AnsweredNode, isWithin = false): AnsweredNode[] {
  if (node.visible === false) return [];
  const within = isWithin || node.type === 'INSTANCE';
  const children = node.children ?? [];
  const free =
    within && node.layoutMode === undefined ? children.filter(({ visible }) => visible !== false) : [];
  return [...free, ...children.flatMap((child) => freeLayers(child, within))];
}

test.skipIf(!existsSync(path))(
  'A real design without what the editor derives has all its layers, most where they lie (skipped where it is absent)',
  () => {
    const bytes = readFileSync(path);
    const [told, own] = [answered(bytes), answered(withoutDerived(bytes))];
    expect([...own.byId.keys()]).toEqual([...told.byId.keys()]);
    const free = freeLayers(told.root);
    const isAlike = ({ id, size, relativeTransform }: AnsweredNode) => {
      const other = own.byId.get(id);
      const numbers = (value: unknown) =>
        JSON.stringify(value)
          .match(/-?\d+(\.\d+)?(e-?\d+)?/g)
          ?.map(Number) ?? [];
      const [one, another] = [
        numbers([size, relativeTransform]),
        numbers([other?.size, other?.relativeTransform]),
      ];
      return one.every((number, at) => Math.abs(number - (another[at] ?? 0)) < 0.01);
    };
    expect(free.length).toBeGreaterThan(40);
    expect(free.filter(isAlike).length / free.length).toBeGreaterThan(0.8);
  },
);
