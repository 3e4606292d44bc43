import type { Snapshot } from './snapshot.ts';

/** The same document for a walk over its nodes: what neighbours say of themselves is read together. */
export const readInPages = (snapshot: Snapshot): Snapshot => ({ ...snapshot, source: snapshot.pages });
