import type { Snapshot } from '../document/snapshot.ts';
import { compareDocuments } from './compare-documents.ts';
import type { Versions } from './node-change.ts';

/** A frame of a page in which something changed; one that a version lacks has no place there. */
export interface FramePlaces {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** What only holds frames. */
const holders = new Set(['DOCUMENT', 'CANVAS', 'SECTION', 'SLIDE_GRID', 'SLIDE_ROW']);

/**
 * What lies directly on pages and in sections, each once, where anything in it was added, removed, moved or changed;
 * a section itself where its own properties changed. Undefined is a step that found none.
 */
export function* changedFrames(versions: Versions): Generator<FramePlaces | undefined, void> {
  const found = new Set<string>();
  const once = (side: 'before' | 'after', index: number): FramePlaces | undefined => {
    const frame = frameOf(versions[side], index);
    if (frame === undefined) return undefined;
    const { id } = versions[side].node(frame);
    if (found.has(id)) return undefined;
    found.add(id);
    return { before: versions.before.find(id), after: versions.after.find(id) };
  };
  for (const change of compareDocuments(versions)) {
    yield undefined;
    if (change === undefined) continue;
    if (change.kind === 'removed' || change.kind === 'moved') yield once('before', change.before);
    if (change.kind !== 'removed') yield once('after', change.after);
  }
}

/** The uppermost that is a picture of its own; none for a page. */
function frameOf(snapshot: Snapshot, index: number): number | undefined {
  const { type } = snapshot.node(index);
  let frame = type === 'SECTION' || !holders.has(type) ? index : undefined;
  for (let at = snapshot.node(index).parent; at !== undefined; at = snapshot.node(at).parent)
    if (!holders.has(snapshot.node(at).type)) frame = at;
  return frame;
}
