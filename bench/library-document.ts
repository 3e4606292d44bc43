/** The content of a library: so many components in a frame, each with a key made of the library's name. */
export function libraryDocument(name: string, components: number): Buffer {
  const box = (x: number) => ({ x, y: 0, width: 24, height: 24 });
  const ids = Array.from({ length: components }, (_, number) => `1:${number + 10}`);
  const children = ids.map((id, number) => ({
    id,
    name: `Icon ${number}`,
    type: 'COMPONENT',
    children: [],
    fills: [],
    strokes: [],
    effects: [],
    blendMode: 'PASS_THROUGH',
    absoluteBoundingBox: box(number * 32),
    constraints: { vertical: 'TOP', horizontal: 'LEFT' },
  }));
  const frame = { id: '1:1', name: 'Icons', type: 'FRAME', children, absoluteBoundingBox: box(0), fills: [] };
  const page = { id: '0:1', name: 'Page 1', type: 'CANVAS', children: [frame] };
  const entries = ids.map((id, number) => [
    id,
    { key: componentKey(name, number), name: `Icon ${number}`, description: '', remote: false },
  ]);
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const maps = { components: Object.fromEntries(entries), componentSets: {}, schemaVersion: 0, styles: {} };
  return Buffer.from(JSON.stringify({ name, document, ...maps }));
}

export const componentKey = (library: string, number: number): string => `${library}-${number}`;
