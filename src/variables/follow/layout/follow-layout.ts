import type { Snapshot } from '../../../document/snapshot.ts';
import { identity, multiply } from '../../../render/geometry/matrix.ts';
import type { FollowedNodes, TwoStates } from '../followed-nodes.ts';
import { readOwn } from '../read-own.ts';
import type { LayoutTools } from './lay-out.ts';
import type { LayoutNode } from './layout-tree.ts';
import { turnOf } from './move-node.ts';
import { placeTree, type Surroundings } from './place-tree.ts';
import { directionOf, isInFlow } from './sizing.ts';
import { touchesLayout } from './touches-layout.ts';

/** Whether layout has to be done anew for nodes that followed. */
export const needsLayout = (followed: FollowedNodes): boolean => followed.values().some(touchesLayout);

/**
 * Lays out anew what followed values may move: for each of those nodes the frame at the top of the frames that
 * lay it out. Answers the same nodes, and those that come to lie otherwise. Rests after each node.
 */
export function* followLayout(
  document: Snapshot,
  followed: FollowedNodes,
  tools: LayoutTools,
): Generator<void, FollowedNodes> {
  const known = new Map(followed);
  const stateOf = (index: number): TwoStates => {
    const own = known.get(index) ?? bothStates(readOwn(document, index));
    known.set(index, own);
    return own;
  };
  const touched = [...followed].filter(([, states]) => touchesLayout(states)).map(([index]) => index);
  const roots = outermost(document, new Set(touched.map((index) => rootOf(document, index, stateOf))));
  const tree = treeReader(document, stateOf, touchedMarks(document, touched));
  const result = new Map(followed);
  for (const root of roots) {
    for (const [{ index, before }, after] of placeTree(tools, tree(root), above(document, root, stateOf))) {
      result.set(index, { before, after });
      yield;
    }
  }
  return result;
}

type StateOf = (index: number) => TwoStates;

const bothStates = (own: TwoStates['before']): TwoStates => ({ before: own, after: own });

/** The frame at the top of those that lay out one another down to the node; the node where none does. */
function rootOf(document: Snapshot, index: number, stateOf: StateOf): number {
  let root = index;
  for (;;) {
    const { parent } = document.node(root);
    const { before, after } = stateOf(root);
    const isLaidOut = isInFlow(before) || isInFlow(after);
    if (parent === undefined || !isLaidOut || directionOf(stateOf(parent).after) === undefined) return root;
    root = parent;
  }
}

/** Those that are not inside of another one. */
function outermost(document: Snapshot, roots: ReadonlySet<number>): number[] {
  let end = 0;
  return [...roots]
    .sort((one, other) => one - other)
    .filter((index) => {
      if (index < end) return false;
      end = document.node(index).subtreeEnd;
      return true;
    });
}

function treeReader(document: Snapshot, stateOf: StateOf, touched: ReadonlySet<number>) {
  const read = (index: number): LayoutNode => {
    let children: readonly LayoutNode[] | undefined;
    return {
      index,
      ...stateOf(index),
      isTouched: touched.has(index),
      get children() {
        children ??= [...document.children(index)].map(read);
        return children;
      },
    };
  };
  return read;
}

/** The touched nodes and everything above them. */
function touchedMarks(document: Snapshot, touched: readonly number[]): ReadonlySet<number> {
  const marks = new Set<number>();
  for (const index of touched) {
    for (
      let at: number | undefined = index;
      at !== undefined && !marks.has(at);
      at = document.node(at).parent
    )
      marks.add(at);
  }
  return marks;
}

function above(document: Snapshot, index: number, stateOf: StateOf): Surroundings {
  let [turn, wasShown, isShown] = [identity, true, true];
  for (let at = document.node(index).parent; at !== undefined; at = document.node(at).parent) {
    const { before, after } = stateOf(at);
    turn = multiply(turnOf(before), turn);
    wasShown &&= before.visible !== false;
    isShown &&= after.visible !== false;
  }
  return { turn, moved: { x: 0, y: 0 }, wasShown, isShown };
}
