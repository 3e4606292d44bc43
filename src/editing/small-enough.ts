import { directionOf } from '../variables/follow/layout/sizing.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import { costOfWrapping } from './wrapped-lines.ts';

/** What is laid out in one step, for which all others wait. */
const most = { nodes: 20_000, characters: 100_000, wrapping: 2_000_000 };

/** Whether a text is too long to be measured. */
export const isTooLong = ({ own }: DraftNode): boolean =>
  String(own.characters ?? '').length > most.characters;

/** Reads all that takes part in the layout of a frame, and says whether that is little enough. Yields after each node. */
export function* isSmallEnough(
  draft: Draft,
  root: DraftNode,
  touched: ReadonlySet<DraftNode>,
): Generator<void, boolean> {
  let [nodes, characters, wrapping] = [0, 0, 0];
  const frames: DraftNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield;
    yield* node.read();
    if (touched.has(node)) characters += String(node.own.characters ?? '').length;
    if (++nodes > most.nodes || characters > most.characters) return false;
    if (directionOf(node.own) === undefined) continue;
    frames.push(node);
    yield* node.readChildren();
    if (nodes + waiting.length + node.children.length > most.nodes) return false;
    for (const child of node.children) waiting.push(child);
  }
  for (const frame of frames) {
    wrapping += yield* costInBothStates(draft, frame);
    if (wrapping > most.wrapping) return false;
  }
  return true;
}

/** A frame is laid out as it was, too, to see by how much it grows. */
function* costInBothStates(draft: Draft, frame: DraftNode): Generator<void, number> {
  const { before, own } = frame;
  const after =
    own.layoutWrap === 'WRAP'
      ? costOfWrapping(
          own,
          frame.children.map((child) => child.own),
        )
      : 0;
  if (before?.layoutWrap !== 'WRAP') return after;
  const children = draft.restructured.has(frame) ? yield* frame.childrenBefore() : frame.children;
  if (children.length > most.nodes) return Number.POSITIVE_INFINITY;
  for (const child of children) {
    yield;
    yield* child.read();
  }
  return (
    after +
    costOfWrapping(
      before,
      children.map((child) => child.before ?? child.own),
    )
  );
}
