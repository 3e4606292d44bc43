import type { Kysely } from 'kysely';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import type { Tables } from '../database/tables.ts';
import { overlaySteps, sealOverlay } from '../document/overlay.ts';
import { type Patch, patchListSteps } from '../document/patches.ts';
import type { ShelvedSnapshot } from './snapshot-shelf.ts';
import { runYielding } from './yielding.ts';

/** A changed document that is stored and belongs to no version yet. */
export interface PatchedContent {
  readonly snapshot: BlobId;
  readonly base: BlobId;
}

/**
 * Stores a document with some values changed, as the difference from the snapshot that it began as: patches of
 * earlier changes stay where no new one takes their place.
 *
 * @param patches by positions in the base
 * @param within the transaction that is under way, where one is
 */
export async function storePatched(
  blobs: BlobStore,
  { base, patches: before }: Pick<ShelvedSnapshot, 'base' | 'patches'>,
  patches: readonly Patch[],
  within?: Kysely<Tables>,
): Promise<PatchedContent> {
  const list = await runYielding(patchListSteps([...before.patches, ...patches]));
  const overlay = await sealOverlay(base, list, await runYielding(overlaySteps(list)));
  const { id } = await blobs.put(overlay, within);
  return { snapshot: id, base };
}
