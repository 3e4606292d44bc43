import type { Piece } from './selection.ts';
import { comma, type Segment } from './shown-segments.ts';
import { EntryColumn, NodeColumn, none } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** Adds the entries that a segment's nodes refer to; a component brings the set it belongs to. */
export function addReferred(tables: SnapshotTables, segment: Segment, entries: Set<number>): void {
  const end = tables.node(segment.nodesEnd, NodeColumn.refsStart);
  for (let ref = tables.node(segment.nodesStart, NodeColumn.refsStart); ref < end; ref++) {
    const entry = tables.ref(ref);
    if (entries.has(entry)) continue;
    entries.add(entry);
    const set = tables.entry(entry, EntryColumn.set);
    if (set !== none) entries.add(set);
  }
}

const heads = [',"components":{', '},"componentSets":{', '},"schemaVersion":0,"styles":{'].map((text) =>
  Buffer.from(text),
);
const tail = Buffer.from('}');

/** The three maps behind a document, with those entries in the order of the source. */
export function* mapPieces(tables: SnapshotTables, entries: ReadonlySet<number>): Generator<Piece> {
  const sorted = Uint32Array.from(entries).sort();
  const setsStart = tables.componentCount;
  const stylesStart = setsStart + tables.componentSetCount;
  let map = 0;
  let first = true;
  yield heads[0]!;
  for (const entry of sorted) {
    const wanted = entry < setsStart ? 0 : entry < stylesStart ? 1 : 2;
    first ||= map < wanted;
    while (map < wanted) yield heads[++map]!;
    if (!first) yield comma;
    first = false;
    const start = tables.entry(entry, EntryColumn.start);
    yield {
      position: tables.sections.prefix.position + start,
      length: tables.entry(entry, EntryColumn.end) - start,
    };
  }
  while (map < 2) yield heads[++map]!;
  yield tail;
}
