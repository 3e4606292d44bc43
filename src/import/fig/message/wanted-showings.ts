import type { Projection, ValueOf } from '../kiwi/projection.ts';
import { message, wanted } from './wanted.ts';
import { wantedNode } from './wanted-node.ts';

const { guidPath, symbolData, derivedSymbolData, overriddenSymbolID, componentPropRefs } = wantedNode;

/** What decides which component an instance shows, and those within it. */
export const wantedShowings = {
  ...wanted,
  NodeChange: message({ guidPath, symbolData, derivedSymbolData, overriddenSymbolID, componentPropRefs }),
  ComponentPropRef: message({ componentPropNodeField: 'ComponentPropNodeField' }),
} as const satisfies Projection;

/** Of what an instance says of a layer: which layer. */
export const wantedPaths = { ...wanted, NodeChange: message({ guidPath }) } as const satisfies Projection;

export type Showing = ValueOf<typeof wantedShowings, 'NodeChange'>;
