import { expect, test } from 'vitest';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { type PagesSource, type PageTilesParts, pageTiles } from './page-tiles.ts';

const box = { x: 0, y: 0, width: 1, height: 1 };
const page = (count: number) => {
  const children = Array.from({ length: count }, (_, place) => ({
    id: `1:${place}`,
    type: 'RECTANGLE',
    name: 'R',
    absoluteBoundingBox: box,
  }));
  const canvas = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const json = JSON.stringify({ document: { id: '0:0', type: 'DOCUMENT', children: [canvas] } });
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(json)));
  return openSnapshot(memorySource(Buffer.concat(chunks)));
};

test('a large document that is looked at holds up nobody who looks at a small one', async () => {
  const documents: Record<string, unknown> = { large: page(30_000), small: page(1) };
  const snapshots = { open: async (id: string) => ({ snapshot: documents[id] }) } as unknown as SnapshotShelf;
  const fonts = async () => ({ fingerprint: 'fonts' });
  const tiles = pageTiles({ snapshots, fonts, renderer: 'r' } as unknown as PageTilesParts);
  const order: string[] = [];
  const look = async (name: string) => {
    const source = {
      snapshot: name,
      fileKey: name,
      organizationId: name,
      wholeBaselines: false,
      imageFills: [],
    };
    const { pages } = await tiles.look(source as unknown as PagesSource);
    order.push(`${name} ${pages.size}`);
  };
  await Promise.all([look('large'), look('small')]);
  expect(order).toEqual(['small 1', 'large 1']);
});
