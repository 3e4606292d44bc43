import type { Projection, ValueOf } from '../kiwi/projection.ts';
import { message, node, wanted } from './wanted.ts';
import { wantedNode } from './wanted-node.ts';

const { guid, phase, type, parentIndex, internalOnly, isStateGroup, editInfo } = wantedNode;
const { key, publishID, overrideKey, sharedStyleReference, sharedStyleMasterData } = wantedNode;
const { styleType, isSoftDeletedStyle, isSoftDeleted } = wantedNode;

/**
 * What is kept of a design while it is read: of each node where it belongs, and what others refer to it by; all else
 * of nodes, and all of blobs, stays where it lies and is read again when it is shown.
 */
export const wantedHeads = {
  ...wanted,
  Message: message({ type: 'MessageType', nodeChanges: 'NodeChange[]', blobs: 'places of Blob' }),
  NodeChange: node({
    place: 'place',
    guid,
    phase,
    type,
    parentIndex,
    internalOnly,
    isStateGroup,
    editInfo,
    key,
    publishID,
    overrideKey,
    sharedStyleReference,
    sharedStyleMasterData,
    styleType,
    isSoftDeletedStyle,
    isSoftDeleted,
    sourceLibraryKey: 'noticed',
    componentPropDefs: 'noticed',
    derivedSymbolData: 'noticed',
    handoffStatusMap: 'noticed',
  }),
} as const satisfies Projection;

/** What is kept of a node; `place` is that of the whole. */
export type NodeHead = ValueOf<typeof wantedHeads, 'NodeChange'>;
