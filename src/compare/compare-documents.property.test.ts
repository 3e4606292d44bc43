import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { HeaderField, sectionNames } from '../document/snapshot-layout.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { compareDocuments } from './compare-documents.ts';

interface Node {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fillGeometry: readonly object[];
  readonly children: Node[];
}

/** Long enough that hashes of the larger subtrees are kept. */
const long = 'é'.repeat(1500);

/** A tree by what it is made of: each node goes below one of those before it. */
const tree = fc
  .array(
    fc.record({
      id: fc.nat(30),
      name: fc.constantFrom('plain', 'other', long),
      path: fc.constantFrom('M0 0', 'M1 1'),
      parent: fc.nat(1000),
      place: fc.nat(1000),
    }),
    { maxLength: 25 },
  )
  .map((rows) => {
    const node = (id: string, type: string, name: string, path: string): Node => ({
      id,
      type,
      name,
      fillGeometry: [{ path }],
      children: [],
    });
    const page = node('0:1', 'CANVAS', 'Page', '');
    const all = new Map([[page.id, page]]);
    for (const { id, name, path, parent, place } of rows) {
      if (all.has(`1:${id}`)) continue;
      const added = node(`1:${id}`, 'FRAME', name, path);
      const { children } = [...all.values()][parent % all.size]!;
      children.splice(place % (children.length + 1), 0, added);
      all.set(added.id, added);
    }
    return { ...node('0:0', 'DOCUMENT', 'Document', ''), children: [page] };
  });

function opened(document: Node, { hashesAreKept }: { hashesAreKept: boolean }): Snapshot {
  const json = Buffer.from(JSON.stringify({ document }));
  const bytes = Buffer.concat(compileSnapshot(readRestSource(json)).chunks);
  const section = HeaderField.sections + sectionNames.indexOf('subtreeHashes') * 16;
  if (!hashesAreKept) bytes.fill(0, section, section + 16);
  return openSnapshot(memorySource(bytes));
}

type Places = Map<string, { readonly own: string; readonly parent: string; readonly siblings: string[] }>;

function placesOf(node: Node, parent = '', places: Places = new Map()): Places {
  const { children, ...own } = node;
  places.set(node.id, { own: JSON.stringify(own), parent, siblings: children.map(({ id }) => id) });
  for (const child of children) placesOf(child, node.id, places);
  return places;
}

test.each([
  ['are kept', true],
  ['were not kept yet', false],
])('A comparison finds what a naive one finds, where hashes of subtrees %s', (_, hashesAreKept) => {
  fc.assert(
    fc.property(tree, tree, (old, now) => {
      const [before, after] = [opened(old, { hashesAreKept }), opened(now, { hashesAreKept })];
      const found = { added: new Set(), removed: new Set(), moved: new Set<string>(), changed: new Set() };
      for (const change of compareDocuments({ before, after })) {
        if (change === undefined) continue;
        const { id } = change.kind === 'removed' ? before.node(change.before) : after.node(change.after);
        expect(found[change.kind]).not.toContain(id);
        found[change.kind].add(id);
      }
      const [earlier, later] = [placesOf(old), placesOf(now)];
      const both = [...later.keys()].filter((id) => earlier.has(id));
      expect(found.added).toEqual(new Set([...later.keys()].filter((id) => !earlier.has(id))));
      expect(found.removed).toEqual(new Set([...earlier.keys()].filter((id) => !later.has(id))));
      expect(found.changed).toEqual(
        new Set(both.filter((id) => earlier.get(id)?.own !== later.get(id)?.own)),
      );
      const elsewhere = both.filter((id) => earlier.get(id)?.parent !== later.get(id)?.parent);
      expect([...found.moved]).toEqual(expect.arrayContaining(elsewhere));
      // Whoever neither moved nor came nor went stands in the same order.
      for (const id of both) {
        const stayed = (places: Places, others: Places) =>
          places.get(id)?.siblings.filter((child) => others.has(child) && !found.moved.has(child));
        expect(stayed(later, earlier)).toEqual(stayed(earlier, later));
      }
    }),
    { numRuns: 300 },
  );
});
