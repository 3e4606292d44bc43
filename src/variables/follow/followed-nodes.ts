import type { JsonRecord } from '../../render/scene/json-values.ts';

/** A node before and after its values followed, without its children. */
export interface TwoStates {
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

/** Nodes of a document that change, by their place in it. */
export type FollowedNodes = ReadonlyMap<number, TwoStates>;
