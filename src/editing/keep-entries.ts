import type { Draft } from './draft.ts';
import { subtreeOf } from './draft-node.ts';

/** Takes entries from the maps beside a document that nothing refers to, now that something was removed. */
export function* keepEntries(draft: Draft): Generator<void, void> {
  if (draft.left.size === 0) return;
  const used = new Set<string>();
  for (const node of subtreeOf(draft.root)) {
    yield;
    if (node === undefined) continue;
    const { id, type } = node;
    if (type === 'COMPONENT') used.add(`components ${id}`);
    if (type === 'COMPONENT_SET') used.add(`componentSets ${id}`);
    if (type !== 'INSTANCE') continue;
    yield* node.read();
    used.add(`components ${node.own.componentId}`);
  }
  for (const [name, { map, id }] of draft.left)
    if (!used.has(name) && draft.entry(map, id) !== undefined) draft.setEntry(map, id, null);
}
