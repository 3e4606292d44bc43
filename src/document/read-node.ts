import { textOfBody } from './body-text.ts';
import type { Snapshot } from './snapshot.ts';

/** A node as it is shown now, vector data included, without its children. */
export const readOwn = (document: Snapshot, index: number): Readonly<Record<string, unknown>> =>
  JSON.parse(textOfBody(document, document.subtree(index, { depth: 0, geometry: true })));
