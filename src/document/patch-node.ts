import type { OwnProperties } from './own-properties.ts';
import type { Patch } from './patches.ts';

/**
 * What makes one state of a node's own properties the other. A property of the source is replaced where it
 * stands; those that the source lacks stand together behind the node's brace.
 */
export function patchNode(
  { values, insertAt }: OwnProperties,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Patch[] {
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
