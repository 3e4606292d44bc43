import type { Patch } from '../../document/patches.ts';
import type { JsonRecord } from '../../render/scene/json-values.ts';

/** A node before and after its values followed, without its children. */
export interface TwoStates {
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

/** What follows a change of variables in a document. */
export interface Followed {
  /** Of the nodes that stay where they are. */
  readonly patches: readonly Patch[];
  /** Nodes that may move or resize, themselves or others, by their place: layout makes patches of them. */
  readonly moving: ReadonlyMap<number, TwoStates>;
}
