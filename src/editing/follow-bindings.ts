import { isDeepStrictEqual } from 'node:util';
import { type JsonRecord, recordOf } from '../render/scene/json-values.ts';
import { followNode } from '../variables/follow/follow-node.ts';
import type { FollowedValues } from '../variables/follow/followed-value.ts';
import { type ChosenModes, valueResolver } from '../variables/resolve-value.ts';
import type { VariablesState } from '../variables/state.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, subtreeOf, upwards } from './draft-node.ts';
import { namedIn } from './named-in.ts';

/** Gives what is newly bound, or stands under other modes than before, the values of its variables. */
export function* followBindings(draft: Draft, variables: VariablesState): Generator<void, void> {
  const nodes = new Set<DraftNode>();
  const looked = new Set<DraftNode>();
  for (const node of bothOf(draft.given, draft.placed)) {
    yield;
    if (looked.has(node) || !draft.isThere(node)) continue;
    const isUnderOthers =
      draft.placed.has(node) ||
      !isDeepStrictEqual(node.before?.explicitVariableModes, node.own.explicitVariableModes);
    if (!isUnderOthers) nodes.add(node);
    for (const below of isUnderOthers ? subtreeOf(node) : []) {
      yield;
      if (below === undefined) continue;
      nodes.add(below);
      looked.add(below);
    }
  }
  for (const node of nodes) {
    yield;
    const bound = (yield* namedIn(Object.values(node.own))).variables;
    if (bound.size > 0) draft.give(node, followNode(node.own, yield* valuesFor(draft, node, variables)));
  }
}

function* bothOf(some: Iterable<DraftNode>, others: Iterable<DraftNode>): Generator<DraftNode> {
  yield* some;
  yield* others;
}

/** The values of variables that a node comes to have, where it had others or was bound to none. */
function* valuesFor(
  draft: Draft,
  node: DraftNode,
  variables: VariablesState,
): Generator<void, FollowedValues> {
  const now = valueResolver(
    variables,
    modesOf(upwards(node), (above) => above.own),
  );
  const then = valueResolver(variables, modesBefore(draft, node));
  const wasBound = (yield* namedIn(Object.values(node.before ?? node.own))).variables;
  return (id) => {
    const [value, before] = [now(id), wasBound.has(id) ? then(id) : undefined];
    return value === undefined || isDeepStrictEqual(value, before) ? undefined : { value, before };
  };
}

function modesOf(above: Iterable<DraftNode>, own: (node: DraftNode) => JsonRecord | undefined): ChosenModes {
  const modes = new Map<string, string>();
  for (const node of above)
    for (const [collection, mode] of Object.entries(recordOf(own(node)?.explicitVariableModes) ?? {}))
      if (typeof mode === 'string' && !modes.has(collection)) modes.set(collection, mode);
  return modes;
}

/** Of a new node none: its values are as they were sent, or as what it is a copy of has them. */
function modesBefore(draft: Draft, node: DraftNode): ChosenModes {
  const above: DraftNode[] = [];
  for (let { row } = node; row !== undefined; row = draft.snapshot.node(row).parent)
    above.push(draft.at(row));
  return modesOf(above, ({ before }) => before);
}
