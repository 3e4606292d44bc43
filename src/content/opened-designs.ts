import { AsyncLocalStorage } from 'node:async_hooks';
import type { BlobId } from '../blobs/blob-store.ts';

const openedHere = new AsyncLocalStorage<Set<BlobId>>();
const none: ReadonlySet<BlobId> = new Set();

/** Begins work whose designs are noted, so that where it fails they can be compared with their names. */
export const notingDesigns = (work: () => void): void => openedHere.run(new Set(), work);

export const noteOpened = (id: BlobId): void => void openedHere.getStore()?.add(id);

/** What the present work has opened. */
export const openedDesigns = (): ReadonlySet<BlobId> => openedHere.getStore() ?? none;
