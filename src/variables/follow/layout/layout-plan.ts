import type { Patch } from '../../../document/patches.ts';
import { readInPages } from '../../../document/read-in-pages.ts';
import { readOwn } from '../../../document/read-node.ts';
import type { Snapshot } from '../../../document/snapshot.ts';
import { identity, multiply } from '../../../render/geometry/matrix.ts';
import type { Followed, TwoStates } from '../followed-nodes.ts';
import { patchFollowed } from '../patch-followed.ts';
import type { LayoutNode } from './layout-tree.ts';
import { turnOf } from './move-node.ts';
import type { AboveNode } from './place-tree.ts';
import { directionOf, isInFlow } from './sizing.ts';

/** What has to be laid out anew for the sake of moving nodes. */
export interface LayoutPlan {
  /** Frames at the top of those that lay out one another, by their place. */
  readonly roots: readonly number[];
  /** Of what is too large to be laid out: it gets its values and stays where it is. */
  readonly patches: readonly Patch[];
  /** Characters that the moving nodes come to show. */
  readonly characters: number;
  readonly tree: (root: number) => LayoutNode;
  readonly above: (root: number) => AboveNode;
}

/** A frame with more than these inside stays as it is: what is laid out is held in memory. */
const mostInFrame = 200_000;

const isTooLarge = (document: Snapshot, index: number): boolean =>
  document.node(index).subtreeEnd - index > mostInFrame;

/** Yields after each moving node. */
export function* planLayout(given: Snapshot, moving: Followed['moving']): Generator<void, LayoutPlan> {
  const document = readInPages(given);
  const stateOf = stateReader(document, moving);
  const patches: Patch[] = [];
  const roots = new Set<number>();
  const marks = new Set<number>();
  let characters = 0;
  for (const [index, states] of moving) {
    if (isTooLarge(document, index)) {
      for (const patch of yield* patchFollowed(document, index, states)) patches.push(patch);
    } else {
      roots.add(rootOf(document, index, stateOf));
      markWithAncestors(document, index, marks);
      characters += String(states.after.characters ?? '').length;
    }
    yield;
  }
  return {
    patches,
    characters,
    roots: outermost(document, roots),
    tree: treeReader(document, stateOf, marks),
    above: (root) => above(document, root, stateOf),
  };
}

type StateOf = (index: number) => TwoStates;

const bothStates = (own: TwoStates['before']): TwoStates => ({ before: own, after: own });

/** Nodes that were read lately: neighbours share their parents. */
const mostRead = 10_000;

function stateReader(document: Snapshot, moving: Followed['moving']): StateOf {
  const read = new Map<number, TwoStates>();
  return (index) => {
    const known = moving.get(index) ?? read.get(index);
    if (known !== undefined) return known;
    if (read.size >= mostRead) read.clear();
    const own = bothStates(readOwn(document, index));
    read.set(index, own);
    return own;
  };
}

/** The frame at the top of those that lay out one another down to the node; the node where none does. */
function rootOf(document: Snapshot, index: number, stateOf: StateOf): number {
  let root = index;
  for (;;) {
    const { parent } = document.node(root);
    const { before, after } = stateOf(root);
    const isLaidOut = isInFlow(before) || isInFlow(after);
    if (parent === undefined || !isLaidOut || directionOf(stateOf(parent).after) === undefined) return root;
    if (isTooLarge(document, parent)) return root;
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

/** The touched nodes and everything above them are marked. */
function markWithAncestors(document: Snapshot, touched: number, marks: Set<number>): void {
  for (
    let at: number | undefined = touched;
    at !== undefined && !marks.has(at);
    at = document.node(at).parent
  )
    marks.add(at);
}

function above(document: Snapshot, index: number, stateOf: StateOf): AboveNode {
  let [turn, wasShown, isShown] = [identity, true, true];
  for (let at = document.node(index).parent; at !== undefined; at = document.node(at).parent) {
    const { before, after } = stateOf(at);
    turn = multiply(turnOf(before), turn);
    wasShown &&= before.visible !== false;
    isShown &&= after.visible !== false;
  }
  return { turn, moved: { x: 0, y: 0 }, wasShown, isShown };
}
