import { describe, expect, it } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { changePage } from './change-page.ts';
import { compareDocuments } from './compare-documents.ts';
import type { Versions } from './node-change.ts';

/** A page of rectangles whose names say nothing else than before where they are the same. */
function pageOf(places: readonly number[], name: string) {
  const children = places.map((place) => ({ id: `2:${place}`, type: 'RECTANGLE', name }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const json = Buffer.from(JSON.stringify({ document }));
  return openSnapshot(memorySource(Buffer.concat(compileSnapshot(readRestSource(json)).chunks)));
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

const reversed = (count: number): Versions => ({
  before: pageOf(upTo(count), 'Before'),
  after: pageOf(upTo(count).reverse(), 'After'),
});

/** How many nodes are read, or counted among their siblings, between two steps. */
function mostReadAtOnce(versions: Versions, comparing: (counted: Versions) => Generator<unknown, unknown>) {
  let [most, reads] = [0, 0];
  const counted = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    node: (index) => {
      reads++;
      return snapshot.node(index);
    },
    *children(index) {
      for (const child of snapshot.children(index)) {
        reads++;
        yield child;
      }
    },
  });
  const steps = comparing({ before: counted(versions.before), after: counted(versions.after) });
  for (let isDone = false; !isDone; most = Math.max(most, reads)) {
    reads = 0;
    isDone = steps.next().done === true;
  }
  return most;
}

describe('Siblings that were put in another order', () => {
  it('are told, however many there are', () => {
    const kinds = { added: 0, removed: 0, moved: 0, changed: 0 };
    for (const change of compareDocuments(reversed(150_000))) if (change !== undefined) kinds[change.kind]++;
    expect(kinds).toEqual({ added: 0, removed: 0, moved: 149_999, changed: 150_000 });
  });

  it('let others to work after each of them while they are compared and told', () => {
    const versions = reversed(1000);
    expect(mostReadAtOnce(versions, compareDocuments)).toBeLessThan(20);
    const page = (counted: Versions) => changePage(counted, { skipped: 0, mostChanges: 10 });
    expect(mostReadAtOnce(versions, page)).toBeLessThan(20);
  });

  it('take steps also where their order alone is looked at', () => {
    const versions = { before: pageOf(upTo(1000), 'Same'), after: pageOf(upTo(1000).reverse(), 'Same') };
    let silent = 0;
    for (const change of compareDocuments(versions)) if (change === undefined) silent++;
    expect(silent).toBeGreaterThan(6 * 1000);
  });
});
