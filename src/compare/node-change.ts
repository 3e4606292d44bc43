import type { Snapshot } from '../document/snapshot.ts';

/** The two versions of a design. */
export interface Versions {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Whether what plugins wrote counts as well: a comparison leaves it out, and a merge may lose none of it. */
  readonly withPlugins?: boolean;
}

/** What happened to a node between two versions. One that moved and changed besides has both. */
export type ChangeKind = 'added' | 'removed' | 'moved' | 'changed';

/** The node's places in the two documents' pre-orders; one that was added has none before, a removed one none after. */
export type NodeChange =
  | { readonly kind: 'added'; readonly after: number }
  | { readonly kind: 'removed'; readonly before: number }
  | { readonly kind: 'moved'; readonly before: number; readonly after: number }
  | {
      readonly kind: 'changed';
      readonly before: number;
      readonly after: number;
      /** What differs, found as it is gone through, which is done once. Undefined is a step that found none. */
      readonly differing: Iterable<PropertyChange | undefined>;
    };

/** A property with its values as JSON; one that a version lacks has none there. */
export interface PropertyChange {
  readonly property: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of the longer value, where it is known before either is read. */
  readonly sizeBytes?: number;
}
