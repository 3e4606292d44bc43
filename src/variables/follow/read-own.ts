import { textOfBody } from '../../document/body-text.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { JsonRecord } from '../../render/scene/json-values.ts';

/** A node as it is shown now, vector data included, without its children. */
export const readOwn = (document: Snapshot, index: number): JsonRecord =>
  JSON.parse(textOfBody(document, document.subtree(index, { depth: 0, geometry: true }))) as JsonRecord;
