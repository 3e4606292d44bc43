import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import type { Companions, SourceImage } from '../document/document-source.ts';
import type { Party } from '../processes/turns.ts';
import type { CompileContent, CompiledContent, Source } from './compile-content.ts';
import { type StoredImage, storeImage } from './image-bytes.ts';
import { markNodes } from './mark-nodes.ts';
import type { SnapshotShelf } from './snapshot-shelf.ts';

/** A design on its way in: its document, where it brings one, and what comes beside it. */
export interface Design extends Companions {
  readonly source?: Source | undefined;
}

/** A design that is stored and belongs to no file yet. */
export interface PreparedDesign extends Pick<Companions, 'variables' | 'comments'> {
  /** The document with the states of development that come with it: the difference from a base where they do. */
  readonly content?: CompiledContent & { readonly base?: BlobId };
  readonly images: readonly StoredImage[];
}

/** Runs a step of the preparing; a door that names things in its refusals does so here. */
type InStep = <T>(step: 'document' | 'devStatuses', work: () => Promise<T>) => Promise<T>;

/**
 * Stores a design ahead of the change that gives it to a file. What the sender hands over beside the document and
 * what the importer finds within it take the same way from here on; of one kind the sender's counts.
 *
 * @throws ApiError 400, 413
 */
export async function prepareDesign(
  parts: { compileContent: CompileContent; blobs: BlobStore; snapshots: SnapshotShelf },
  { source, ...sent }: Design,
  party: Party,
  inStep: InStep = (_step, work) => work(),
): Promise<PreparedDesign> {
  const images = await storeImages(parts.blobs, sent.images);
  const compiled = source && (await inStep('document', () => parts.compileContent(source, party)));
  const within = compiled?.companions ?? {};
  const marks = sent.devStatuses ?? within.devStatuses ?? [];
  const marked = compiled && (await inStep('devStatuses', () => markNodes(parts, compiled.snapshot, marks)));
  return {
    images: sent.images === undefined ? (compiled?.images ?? []) : images,
    variables: sent.variables ?? within.variables,
    comments: sent.comments ?? within.comments,
    ...(compiled === undefined ? {} : { content: { ...compiled, ...marked } }),
  };
}

async function storeImages(blobs: BlobStore, images: Iterable<SourceImage> = []): Promise<StoredImage[]> {
  const stored: StoredImage[] = [];
  for (const { imageRef, bytes } of images) stored.push(await storeImage(blobs, imageRef, bytes));
  return stored;
}
