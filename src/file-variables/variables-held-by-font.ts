import { readShown } from '../document/read-node.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import { type AliasGraph, withSources, withTargets } from '../variables/alias-graph.ts';

/**
 * Those of the variables that are bound to text in a font of one of the families, by themselves or through others
 * that alias them. Yields after each node.
 *
 * @see VAR-78
 */
export function* heldByFont(
  document: Snapshot,
  aliases: AliasGraph,
  variableIds: Iterable<string>,
  families: ReadonlySet<string>,
): Generator<void, ReadonlySet<string>> {
  const held = new Set<string>();
  for (const id of withSources(aliases, variableIds)) {
    for (const index of document.nodesBoundTo(id)) {
      yield;
      if (document.node(index).type !== 'TEXT') continue;
      if (!showsOneOf(yield* readShown(document, index), families)) continue;
      held.add(id);
      break;
    }
  }
  return withTargets(aliases, held);
}

function showsOneOf({ style, styleOverrideTable }: JsonRecord, families: ReadonlySet<string>): boolean {
  const styles = [style, ...Object.values(recordOf(styleOverrideTable) ?? {})];
  return styles.some((one) => families.has(String(recordOf(one)?.fontFamily)));
}
