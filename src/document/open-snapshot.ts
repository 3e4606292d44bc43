import { exactNodeId } from '../contract/branded-ids.ts';
import { fileBody, neighbourPieces, nodesBody, subtreeBody } from './answer-bodies.ts';
import { openBindings } from './bindings.ts';
import { textOfBody } from './body-text.ts';
import type { ByteSource } from './byte-source.ts';
import { childRows } from './child-rows.ts';
import type { FileFields } from './document-source.ts';
import { findNode, namesOf, nodeString } from './find-node.ts';
import { nodeTable } from './node-table.ts';
import { nodesSaying, patchedNode, patchedNodes } from './nodes-with-keys.ts';
import { ownProperties } from './own-properties.ts';
import type { PatchList } from './patches.ts';
import { atOnce } from './run-at-once.ts';
import type { Snapshot, SnapshotNode } from './snapshot.ts';
import { entryTexts, entryUsers, readEntries } from './snapshot-entries.ts';
import { NodeColumn, none } from './snapshot-layout.ts';
import { openTables, type SnapshotTables } from './snapshot-tables.ts';
import { styleNodes } from './style-nodes.ts';
import { entriesHash, subtreeHashes } from './subtree-hashes.ts';

/**
 * Reads the header only; everything else is read when it is asked for, through the source. With patches the
 * answers are those of the changed document.
 *
 * @throws SnapshotUnreadable
 */
export function openSnapshot(source: ByteSource, patches?: PatchList): Snapshot {
  const tables = openTables(source, patches);
  const bindings = openBindings(tables);
  const subtreeHash = subtreeHashes(tables);
  const snapshot: Snapshot = {
    source,
    pages: { sizeBytes: source.sizeBytes, read: (position, length) => tables.reader.bytes(position, length) },
    nodeCount: tables.nodeCount,
    fields: parseSection<FileFields>(tables, 'fields'),
    prefix: tables.sections.prefix,
    file: (selection) => atOnce(snapshot.fileInSteps(selection)),
    nodes: (ids, selection) => atOnce(snapshot.nodesInSteps(ids, selection)),
    fileInSteps: (selection) => fileBody(tables, selection),
    nodesInSteps: (ids, selection) => nodesBody(tables, ids, selection, (id) => styleNode(id)),
    subtree: (index, selection) => atOnce(subtreeBody(tables, checked(tables, index), selection)),
    neighbours: (first, last) => neighbourPieces(tables, checked(tables, first), checked(tables, last)),
    find: (id) => findNode(tables, id),
    node: (index) => readNode(tables, checked(tables, index)),
    children: (index) => childRows(tables, checked(tables, index)),
    imageRefs: () => parseSection<string[]>(tables, 'imageRefs'),
    boundIds: bindings.ids,
    nodesBoundTo: bindings.nodes,
    boundUses: bindings.uses,
    entries: () => readEntries(tables),
    entryUsers: (isWanted) => entryUsers(tables, isWanted),
    entryTexts: () => entryTexts(tables),
    nodesSaying: (keys) => nodesSaying(tables, keys),
    patchedNodes: () => patchedNodes(tables),
    patchedNode: (patch) => patchedNode(tables, patch),
    subtreeHash: (index) => subtreeHash(checked(tables, index)),
    entriesHash: () => entriesHash(tables),
    nodeTable: () => nodeTable(tables, (row) => textOfBody(snapshot, snapshot.subtree(row, { depth: 0 }))),
    ownPropertiesInSteps: (index) => ownProperties(tables, checked(tables, index)),
  };
  const styleNode = styleNodes(snapshot);
  return snapshot;
}

function parseSection<T>(tables: SnapshotTables, name: 'fields' | 'imageRefs'): T {
  return JSON.parse(Buffer.from(tables.section(name)).toString()) as T;
}

function checked(tables: SnapshotTables, index: number): number {
  if (Number.isInteger(index) && index >= 0 && index < tables.nodeCount) return index;
  throw new RangeError(`The snapshot has no node ${index}.`);
}

function readNode(tables: SnapshotTables, index: number): SnapshotNode {
  const parent = tables.node(index, NodeColumn.parent);
  const node = {
    index,
    id: exactNodeId(nodeString(tables, index, NodeColumn.idStart)),
    type: nodeString(tables, index, NodeColumn.typeStart),
    depth: tables.node(index, NodeColumn.depth),
    parent: parent === none ? undefined : parent,
    subtreeEnd: tables.node(index, NodeColumn.subtreeEnd),
  };
  return Object.assign(namesOf(tables, index), node);
}
