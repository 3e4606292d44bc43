const solid = { blendMode: 'NORMAL', type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } };
const box = { x: 0, y: 0, width: 1000, height: 1000 };

/** Numbers below a thousand in no order. */
const scattered = (place: number): number => Math.floor(((place * 2654435761) % 2 ** 32) / 4294968);

const curve = (number: number): string =>
  `C${Array.from({ length: 6 }, (_, place) => scattered(6 * number + place)).join(' ')}`;

/** A line of many curves with a stroke far wider than the picture: nothing that is drawn takes longer. */
const worstNode = (id: string): object => ({
  id,
  name: 'Worst',
  type: 'VECTOR',
  size: { x: 1000, y: 1000 },
  absoluteBoundingBox: box,
  blendMode: 'PASS_THROUGH',
  fills: [],
  strokes: [solid],
  strokeWeight: 1e6,
  strokeAlign: 'CENTER',
  strokeCap: 'ROUND',
  strokeJoin: 'ROUND',
  strokeGeometry: [],
  fillGeometry: [
    {
      path: `M0 0${Array.from({ length: 40_000 }, (_, number) => curve(number)).join('')}`,
      windingRule: 'NONZERO',
    },
  ],
});

/** A file of nodes that take minutes to draw. */
export function worstFile(ids: readonly string[]): object {
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: ids.map(worstNode) };
  return { name: 'Worst', document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] } };
}
