import { compareDocuments } from '../compare/compare-documents.ts';
import type { PropertyChange, Versions } from '../compare/node-change.ts';
import { isSameJson } from '../compare/same-json.ts';
import type { NodeId } from '../contract/branded-ids.ts';
import { mostValueBytes } from '../document/node-values.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { EntryMap } from '../document/snapshot-entries.ts';

/** A property with its values as JSON; one that a version lacks has none there. */
export interface TwoValues {
  /** Absent also where a value of megabytes is compared: nothing needs it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of the longer value, where it is known. */
  readonly sizeBytes?: number | undefined;
}

/** What became of a document, by the ids of its nodes, in the order of the later one. */
export interface Changes extends Versions {
  /** Rows of the later document. */
  readonly added: Map<NodeId, number>;
  readonly moved: Map<NodeId, number>;
  /** Rows of the earlier document. */
  readonly removed: Map<NodeId, number>;
  readonly changed: Map<NodeId, Map<string, TwoValues>>;
  /** Of the maps beside the document, by map and id. */
  readonly entries: Map<string, TwoValues & { readonly map: EntryMap; readonly id: string }>;
}

/** What makes one document the other, what plugins wrote included. Yields after each node. */
export function* changesBetween({ before, after }: Versions): Generator<void, Changes> {
  const versions = { before, after, withPlugins: true };
  const changes: Changes = {
    ...versions,
    added: new Map(),
    moved: new Map(),
    removed: new Map(),
    changed: new Map(),
    entries: yield* entriesBetween(before, after),
  };
  for (const change of compareDocuments(versions)) {
    yield;
    if (change === undefined) continue;
    if (change.kind === 'removed') changes.removed.set(before.node(change.before).id, change.before);
    else if (change.kind !== 'changed') changes[change.kind].set(after.node(change.after).id, change.after);
    else {
      const values = new Map<string, TwoValues>();
      for (const one of change.differing) {
        yield;
        if (one !== undefined) values.set(one.property, valuesOf(one));
      }
      changes.changed.set(after.node(change.after).id, values);
    }
  }
  return changes;
}

const valuesOf = (change: PropertyChange): TwoValues => {
  const { sizeBytes = 0 } = change;
  return { before: sizeBytes > mostValueBytes ? undefined : change.before, after: change.after, sizeBytes };
};

function* entriesBetween(before: Snapshot, after: Snapshot): Generator<void, Changes['entries']> {
  const found: Changes['entries'] = new Map();
  if (before.entriesHash() === after.entriesHash()) return found;
  for (const { map, id, text } of before.entryTexts()) {
    found.set(`${map} ${id}`, { map, id, before: text, after: undefined });
    yield;
  }
  for (const { map, id, text } of after.entryTexts()) {
    const earlier = found.get(`${map} ${id}`)?.before;
    if (isSameJson(earlier, text)) found.delete(`${map} ${id}`);
    else found.set(`${map} ${id}`, { map, id, before: earlier, after: text });
    yield;
  }
  return found;
}
