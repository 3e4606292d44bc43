import { expect, it } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { changesBetween } from './changes-between.ts';

const count = 1000;

/** A page of rectangles, of which what is asked, and what is read of the source, is counted. */
function countedPage(name: string): { snapshot: Snapshot; asked: { nodes: number; reads: number } } {
  const children = Array.from({ length: count }, (_, at) => ({ id: `2:${at}`, type: 'RECTANGLE', name }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const json = Buffer.from(JSON.stringify({ document }));
  const source = memorySource(Buffer.concat(compileSnapshot(readRestSource(json)).chunks));
  const asked = { nodes: 0, reads: 0 };
  const read = <Of extends readonly unknown[], T>(work: (...of: Of) => T, what: keyof typeof asked) => {
    return (...of: Of): T => {
      asked[what] += 1;
      return work(...of);
    };
  };
  const counting = { ...source, read: read(source.read, 'reads'), readInto: read(source.readInto, 'reads') };
  const snapshot = openSnapshot(counting);
  return { snapshot: { ...snapshot, subtree: read(snapshot.subtree, 'nodes') }, asked };
}

it('What changed of very many nodes is read of each once, and of neighbours together', () => {
  const [before, after] = [countedPage('Before'), countedPage('After')];
  const { changed } = atOnce(changesBetween({ before: before.snapshot, after: after.snapshot }));
  expect(changed.size).toBe(count);
  expect(changed.get('2:7' as never)).toEqual(
    new Map([['name', { before: '"Before"', after: '"After"', sizeBytes: 8 }]]),
  );
  for (const { asked } of [before, after]) {
    expect(asked.nodes).toBeLessThan(count + 10);
    expect(asked.reads).toBeLessThan(count / 4);
  }
});
