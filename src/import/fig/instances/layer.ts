import type { FigNode } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { PropertyValue } from './layer-properties.ts';
import type { SaidWithin } from './said-within.ts';

/** A node of the answer: one of the file, or one that an instance shows of its symbol. */
export interface Layer {
  readonly id: string;
  readonly node: FigNode;
  /** As it stands in the file. */
  readonly stored: FigNode;
  readonly head: NodeHead;
  /** The instances around it, the outermost first. */
  readonly scopes: readonly Scope[];
  /** What an instance shows; undefined for other nodes and where there is no such symbol. */
  readonly symbol: NodeHead | undefined;
}

/** An instance as the layers within see it. */
export interface Scope {
  readonly symbolId: string;
  readonly assigned: ReadonlyMap<string, PropertyValue>;
  /** What it says within the innermost instance around the layer; undefined where it says nothing there. */
  readonly overrides: SaidWithin<number> | undefined;
  readonly derived: SaidWithin<number> | undefined;
  /** The keys of the layers that it showed so far. */
  readonly shownKeys: Set<string>;
}
