import type { Kysely } from 'kysely';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import type { Node } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { longestStatusMessage, type SourceDevStatus } from '../document/document-source.ts';
import { nodeSpans, textOfSpan } from '../document/node-values.ts';
import { patchNode } from '../document/patch-node.ts';
import type { Patch } from '../document/patches.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { badRequest } from '../errors.ts';
import { type PatchedContent, storePatched } from './patched-content.ts';
import type { SnapshotShelf } from './snapshot-shelf.ts';
import { runYielding } from './yielding.ts';

/** The state of development that a node gets. */
export type Mark = SourceDevStatus;

/**
 * Stores a document with nodes marked, as the difference from what it was; undefined where all of them are
 * marked so already. A mark that is taken off stays as `NONE`.
 *
 * @throws ApiError 400 for a node that the document lacks, or that cannot be marked, and for too long a message
 */
export async function markNodes(
  { blobs, snapshots }: { readonly blobs: BlobStore; readonly snapshots: SnapshotShelf },
  id: BlobId,
  marks: readonly Mark[],
  within?: Kysely<Tables>,
): Promise<PatchedContent | undefined> {
  if (marks.length === 0) return undefined;
  const shelved = await snapshots.open(id);
  const patches = await runYielding(patchesOfAll(shelved.snapshot, marks));
  return patches.length === 0 ? undefined : storePatched(blobs, shelved, patches, within);
}

function* patchesOfAll(document: Snapshot, marks: readonly Mark[]): Generator<void, Patch[]> {
  const patches: Patch[] = [];
  for (const mark of marks) {
    for (const patch of yield* patchesOf(document, mark)) patches.push(patch);
    yield;
  }
  return patches;
}

function* patchesOf(document: Snapshot, mark: Mark): Generator<void, Patch[]> {
  const index = document.find(mark.nodeId);
  if (index === undefined) throw badRequest(`The document has no node "${mark.nodeId}".`);
  const { type } = document.node(index);
  if (type === 'DOCUMENT' || type === 'CANVAS')
    throw badRequest(`The node "${mark.nodeId}" is of the type ${type}, which has no state of development.`);
  if (isTooLong(mark.message))
    throw badRequest(
      `What is said with a state of development has at most ${longestStatusMessage} characters.`,
    );
  // Other layers have a state too, which webhooks tell; the interface's nodes show it for these types only.
  if (!isMarkable(type)) return [];
  const own = yield* document.ownPropertiesInSteps(index);
  const node = yield* nodeSpans(document, index, { geometry: true });
  // What the source has stays as it is, and need not be read.
  const read = [...node.spans].filter(([key]) => key === 'devStatus' || !own.values.has(key));
  const before = Object.fromEntries(read.map(([key, span]) => [key, JSON.parse(textOfSpan(node, span))]));
  const devStatus = statusOf(mark);
  if (isSame(before.devStatus, devStatus)) return [];
  return patchNode(own, before, { ...before, devStatus });
}

/** In whole characters, as the contract counts them. */
const isTooLong = (message: string | null): boolean =>
  message !== null && message.length > longestStatusMessage && [...message].length > longestStatusMessage;

interface DevStatus {
  readonly type?: string;
  readonly description?: string;
}

const statusOf = ({ status, message }: Mark): DevStatus =>
  status === 'NONE' || message === null ? { type: status } : { type: status, description: message };

/** A node that says nothing has none. */
function isSame(before: unknown, after: DevStatus): boolean {
  const { type = 'NONE', description }: DevStatus = before ?? {};
  return type === after.type && description === after.description;
}

type Markable = {
  [T in Node['type']]: 'devStatus' extends keyof Extract<Node, { type: T }> ? T : never;
}[Node['type']];

/** Whether nodes of a type can have a state of development. */
export const isMarkable = (type: string): boolean => Object.hasOwn(markable, type);

const markable: Record<Markable, true> = {
  COMPONENT: true,
  COMPONENT_SET: true,
  FRAME: true,
  GROUP: true,
  INSTANCE: true,
  SECTION: true,
  TRANSFORM_GROUP: true,
};
