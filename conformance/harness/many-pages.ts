/** More pages than a list of them has: this many, each with a frame. */
export const manyPages = 10_003;

/** A design of many pages; the frame on each is called by its number. */
export function manyPagesFile(): object {
  const box = { x: 0, y: 0, width: 40, height: 40 };
  const fills = [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: 1, g: 0, b: 0, a: 1 } }];
  const pages = Array.from({ length: manyPages }, (_, at) => ({
    id: `7:${at}`,
    name: `Page ${at}`,
    type: 'CANVAS',
    children: [
      { id: `8:${at}`, name: `Frame ${at}`, type: 'FRAME', absoluteBoundingBox: box, fills, children: [] },
    ],
  }));
  return { document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: pages } };
}
