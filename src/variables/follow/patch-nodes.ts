import type { OwnProperties } from '../../document/own-properties.ts';
import type { Patch } from '../../document/patches.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { JsonRecord } from '../../render/scene/json-values.ts';
import type { FollowedNodes } from './followed-nodes.ts';
import { withOutline } from './outlines.ts';

/** The patches that show nodes as they are after a change. Rests after each. */
export function* patchNodes(document: Snapshot, followed: FollowedNodes): Generator<void, Patch[]> {
  const patches: Patch[] = [];
  for (const [index, { before, after }] of followed) {
    patches.push(...patchNode(document.ownProperties(index), before, withOutline(before, after)));
    yield;
  }
  return patches;
}

/**
 * What makes one state of a node's own properties the other. A property of the source is replaced where it
 * stands; those that the source lacks stand together behind the node's brace.
 */
function patchNode({ values, insertAt }: OwnProperties, before: JsonRecord, after: JsonRecord): Patch[] {
  const changed = Object.keys(after).filter((key) => after[key] !== before[key]);
  const patches: Patch[] = [];
  for (const key of changed) {
    const range = values.get(key);
    if (range !== undefined) patches.push({ ...range, bytes: Buffer.from(JSON.stringify(after[key])) });
  }
  if (patches.length === changed.length) return patches;
  const added = Object.keys(after).filter((key) => key !== 'children' && !values.has(key));
  const text = added.map((key) => `${JSON.stringify(key)}:${JSON.stringify(after[key])},`).join('');
  return [...patches, { position: insertAt, length: 0, bytes: Buffer.from(text) }];
}
