import type { TwoStates } from '../followed-nodes.ts';

/** One of the two states of a node. */
export type State = keyof TwoStates;

/** A node with what is below it, read when it is asked for. */
export interface LayoutNode extends TwoStates {
  /** Place in the snapshot. */
  readonly index: number;
  /** Whether it, or something below it, may lie otherwise than before. */
  readonly isTouched: boolean;
  /** Whether a hand put it where it is, so that no constraint moves it. */
  readonly isPlaced?: boolean;
  readonly children: readonly LayoutNode[];
  /** Reads its children in steps, of which there may be many, ahead of who asks for them. */
  readChildren?(): Generator<void, void>;
}
