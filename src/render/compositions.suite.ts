import fc from 'fast-check';
import type { Region } from './canvas/paint-region.ts';
import { levelsApart, pageOf, pixelsOf } from './drawn-regions.suite.ts';
import { applyToPoint, identity, type Matrix, multiply } from './geometry/matrix.ts';
import type { Point } from './geometry/path.ts';
import { blendMode, color, mostly, opacity, paints, tiles, within } from './random-paints.suite.ts';
import type { NodeJson } from './scene/scene-source.ts';

/** Nodes on a page, and two regions beside each other that share some px. */
export interface Composition {
  readonly nodes: readonly NodeJson[];
  readonly one: Region;
  readonly other: Region;
}

/** Sides of the plane that nodes lie in, in px of the design. */
const plane = 240;

const point = (most: number) => fc.record({ x: within(-most, most), y: within(-most, most) });

const shadow = fc.record({
  type: fc.constantFrom('DROP_SHADOW', 'INNER_SHADOW'),
  color,
  blendMode,
  offset: point(12),
  radius: mostly(6, fc.constantFrom(0, 2, 20)),
  spread: mostly(0, fc.constantFrom(-4, 3, 8)),
  showShadowBehindNode: fc.boolean(),
});
const blur = fc.oneof(
  fc.record({ type: fc.constantFrom('LAYER_BLUR', 'BACKGROUND_BLUR'), radius: fc.constantFrom(3, 8, 20) }),
  fc.record({
    type: fc.constantFrom('LAYER_BLUR', 'BACKGROUND_BLUR'),
    blurType: fc.constant('PROGRESSIVE'),
    radius: fc.constantFrom(4, 16),
    startRadius: fc.constantFrom(0, 6),
    startOffset: fc.constant({ x: 0.5, y: 0 }),
    endOffset: fc.constantFrom({ x: 0.5, y: 1 }, { x: 1, y: 0.5 }),
  }),
);
const noise = fc.record({
  type: fc.constant('NOISE'),
  noiseType: fc.constantFrom('MONOTONE', 'DUOTONE', 'MULTITONE'),
  color,
  secondaryColor: color,
  opacity,
  blendMode,
  noiseSize: fc.constantFrom(0.5, 2, 5),
  density: fc.constantFrom(0.3, 0.5, 1),
});
const texture = fc.record({
  type: fc.constant('TEXTURE'),
  noiseSize: fc.constantFrom(1, 4),
  radius: fc.constantFrom(2, 9),
  clipToShape: fc.boolean(),
});
const glass = fc.record({
  type: fc.constant('GLASS'),
  radius: fc.constantFrom(2, 8),
  refraction: fc.constant(0.7),
  depth: fc.constant(12),
  lightAngle: fc.constant(-45),
});
const effect = fc.oneof(
  { arbitrary: shadow, weight: 3 },
  { arbitrary: blur, weight: 2 },
  noise,
  texture,
  glass,
);
const effects = fc.oneof(
  { arbitrary: fc.constant([]), weight: 3 },
  { arbitrary: fc.array(effect, { minLength: 1, maxLength: 2 }), weight: 2 },
);

/** A place in the parent: turned by some, and larger than the plane in few. */
const place = fc
  .record({
    x: within(-30, plane - 60),
    y: within(-30, plane - 60),
    width: within(4, 160),
    height: within(4, 160),
    turned: mostly(0, within(-3, 3), 3),
    larger: mostly(1, fc.constantFrom(3, 10), 2),
  })
  .map(({ x, y, width, height, turned, larger }) => {
    const [sin, cos] = turned === 0 ? [0, 1] : [Math.sin(turned), Math.cos(turned)];
    const at = larger === 1 ? { x, y } : { x: x - (larger - 1) * x, y: y - (larger - 1) * y };
    return {
      relativeTransform: [
        [cos, -sin, at.x],
        [sin, cos, at.y],
      ],
      size: { x: width * larger, y: height * larger },
    };
  });

const stroke = fc.oneof(
  { arbitrary: fc.constant({}), weight: 3 },
  {
    arbitrary: fc.record({
      strokes: paints,
      strokeWeight: fc.constantFrom(0.5, 1, 3, 12),
      strokeAlign: fc.constantFrom('INSIDE', 'CENTER', 'OUTSIDE'),
      strokeJoin: fc.constantFrom('MITER', 'ROUND', 'BEVEL'),
      strokeDashes: mostly<number[]>([], fc.constant([6, 4]), 2),
      strokeCap: fc.constantFrom('NONE', 'ROUND', 'SQUARE'),
    }),
    weight: 1,
  },
);

const corners = fc.oneof(
  fc.constant({}),
  fc.record({
    cornerRadius: fc.constantFrom(4, 12, 60),
    cornerSmoothing: mostly(0, fc.constantFrom(0.6, 1)),
  }),
  fc.record({
    rectangleCornerRadii: fc.constant([0, 20, 8, 40]),
    cornerSmoothing: mostly(0, fc.constant(0.6)),
  }),
);

const paths = [
  { path: 'M0 0C130 20 130 80 0 100Z', windingRule: 'NONZERO' },
  { path: 'M50 0L80 95L2 36L98 36L20 95Z', windingRule: 'EVENODD' },
  { path: 'M0 40Q60 -30 100 50T20 100Z', windingRule: 'NONZERO' },
];

const form = fc.oneof(
  { arbitrary: corners.map((round) => ({ type: 'RECTANGLE', ...round })), weight: 3 },
  { arbitrary: fc.constant({ type: 'ELLIPSE' }), weight: 2 },
  fc.constant({
    type: 'ELLIPSE',
    arcData: { startingAngle: 0.3, endingAngle: 4.4, innerRadius: 0.5 },
  }),
  fc.constantFrom({ type: 'STAR' }, { type: 'REGULAR_POLYGON' }),
  fc
    .constantFrom(...paths)
    .map((path) => ({ type: 'VECTOR', fillGeometry: [path], size: { x: 100, y: 100 } })),
  fc
    .record({ fontSize: fc.constantFrom(9, 24, 90), characters: fc.constantFrom('Seams', 'o%&', 'Rag') })
    .map(({ fontSize, characters }) => ({
      type: 'TEXT',
      characters,
      style: { fontFamily: 'Inter', fontSize, fontWeight: 500, lineHeightPx: fontSize },
    })),
);

const look = fc.record({ opacity, blendMode: mostly('PASS_THROUGH', blendMode, 1), effects });
const mask = mostly(
  {},
  fc.record({ isMask: fc.constant(true), maskType: fc.constantFrom('ALPHA', 'VECTOR', 'LUMINANCE') }),
  8,
);

const shape = fc
  .tuple(place, look, stroke, mask, fc.record({ fills: paints }), form)
  .map((parts) => Object.assign({ id: '1:1', name: 'Shape' }, ...parts) as NodeJson);

/** Shapes made one, which look like the whole; those with strokes by these, too. */
const united = fc
  .tuple(
    place,
    look,
    stroke,
    mask,
    fc.record({
      fills: paints,
      booleanOperation: fc.constantFrom('UNION', 'SUBTRACT', 'INTERSECT', 'EXCLUDE'),
      children: fc.array(shape, { minLength: 2, maxLength: 3 }),
    }),
  )
  .map(
    (parts) => Object.assign({ id: '1:4', name: 'Boolean', type: 'BOOLEAN_OPERATION' }, ...parts) as NodeJson,
  );

const holder = (children: fc.Arbitrary<NodeJson[]>): fc.Arbitrary<NodeJson> =>
  fc.oneof(
    fc
      .tuple(
        place,
        look,
        stroke,
        mask,
        corners,
        fc.record({ fills: mostly<object[]>([], paints, 1), clipsContent: fc.boolean(), children }),
      )
      .map((parts) => Object.assign({ id: '1:2', name: 'Frame', type: 'FRAME' }, ...parts)),
    fc.tuple(look, mask, fc.record({ children })).map((parts) =>
      Object.assign(
        {
          id: '1:3',
          name: 'Group',
          type: 'GROUP',
          size: { x: plane, y: plane },
          relativeTransform: [
            [1, 0, 0],
            [0, 1, 0],
          ],
        },
        ...parts,
      ),
    ),
  );

const few = (node: fc.Arbitrary<NodeJson>) => fc.array(node, { minLength: 1, maxLength: 3 });
const shallow = fc.oneof({ arbitrary: shape, weight: 3 }, united, holder(few(shape)));
const node = fc.oneof(
  { arbitrary: shape, weight: 2 },
  united,
  { arbitrary: holder(few(shape)), weight: 2 },
  { arbitrary: holder(few(shallow)), weight: 2 },
);

/** Something below all, for what looks like that. */
export const stripes: readonly NodeJson[] = Array.from({ length: 10 }, (_, row) => ({
  id: `2:${row}`,
  name: 'Stripe',
  type: 'RECTANGLE',
  relativeTransform: [
    [1, 0, -400],
    [0, 1, 31 * row - 40],
  ],
  size: { x: 1000, y: 13 },
  fills: [{ type: 'SOLID', color: { r: (row % 3) / 2, g: 0.3, b: (row % 4) / 3, a: 1 } }],
}));

const px = (min: number, max: number) => fc.integer({ min, max });

/** A place within a shape, by shares of its sides, on the page: of the first shape of a holder. */
function placeWithin(node: NodeJson, across: number, down: number, outer: Matrix = identity): Point {
  const [[a, c, e], [b, d, f]] = node.relativeTransform as [Row, Row];
  const matrix = multiply(outer, [a, b, c, d, e, f]);
  const [first] = (node.children ?? []) as NodeJson[];
  if (first !== undefined) return placeWithin(first, across, down, matrix);
  const { x, y } = node.size as { readonly x: number; readonly y: number };
  return applyToPoint(matrix, [across * x, down * y]);
}

type Row = readonly [number, number, number];

/** Two tiles on both sides of a line that share up to some px beside it; the line goes through one of the nodes. */
const cut = fc.record({
  scale: fc.constantFrom(0.5, 1, 2, 4),
  across: within(0, 1),
  down: within(0, 1),
  sides: fc.array(px(17, 90), { minLength: 3, maxLength: 3 }),
  shared: mostly(2, px(3, 16)),
  isDown: fc.boolean(),
});

type Cut = typeof cut extends fc.Arbitrary<infer T> ? T : never;

function regionsOf(
  nodes: readonly NodeJson[],
  { scale, across, down, sides, shared, isDown }: Cut,
): Omit<Composition, 'nodes'> {
  const [x, y] = placeWithin(nodes[sides[0]! % nodes.length]!, across, down);
  const [before, after, along] = sides as [number, number, number];
  const line = Math.round((isDown ? y : x) * scale);
  const begin = Math.round((isDown ? x : y) * scale - along / 2);
  const from = (start: number, length: number): Region =>
    isDown
      ? { left: begin, top: start, width: along, height: length, scale }
      : { left: start, top: begin, width: length, height: along, scale };
  return { one: from(line - before, before + shared), other: from(line, after + shared) };
}

export const composition: fc.Arbitrary<Composition> = fc
  .tuple(fc.array(node, { minLength: 1, maxLength: 3 }), cut)
  .map(([nodes, place]) => ({ nodes: [...stripes, ...nodes], ...regionsOf(nodes, place) }));

/** By how many levels the two regions differ in what both show. */
export async function seamOf({ nodes, one, other }: Composition): Promise<number> {
  const page = pageOf(nodes, tiles);
  const [ours, theirs] = [await pixelsOf(page, one), await pixelsOf(page, other)];
  return levelsApart({ ...one, pixels: ours }, { ...other, pixels: theirs });
}
