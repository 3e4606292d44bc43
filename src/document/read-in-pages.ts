import { PagedReader } from './paged-reader.ts';
import type { Snapshot } from './snapshot.ts';

/** The same document for a walk over its nodes: what neighbours say of themselves is read together. */
export function readInPages(snapshot: Snapshot): Snapshot {
  const { source } = snapshot;
  const reader = new PagedReader(source);
  return { ...snapshot, source: { ...source, read: (position, length) => reader.bytes(position, length) } };
}
