import type { Draft } from './draft.ts';
import { subtreeOf } from './draft-node.ts';

/** Takes entries from the maps beside a document that nothing refers to, now that something was removed. */
export function* keepEntries(draft: Draft): Generator<void, void> {
  if (draft.left.size === 0) return;
  const used = new Set<string>();
  for (const { id, type, own } of subtreeOf(draft.root)) {
    yield;
    if (type === 'COMPONENT') used.add(`components ${id}`);
    if (type === 'COMPONENT_SET') used.add(`componentSets ${id}`);
    if (type === 'INSTANCE') used.add(`components ${own.componentId}`);
  }
  for (const [name, { map, id }] of draft.left)
    if (!used.has(name) && draft.entry(map, id) !== undefined) draft.setEntry(map, id, null);
}
