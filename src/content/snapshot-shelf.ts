import { existsSync } from 'node:fs';
import { isBlobId } from '../blobs/blob-id.ts';
import { type BlobId, BlobNotFound, type BlobStore } from '../blobs/blob-store.ts';
import { openFileSource } from '../blobs/file-source.ts';
import { BlobDamaged } from '../blobs/object-store.ts';
import type { ByteSource } from '../document/byte-source.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { type Overlay, readOverlay, readOverlayYielding } from '../document/overlay.ts';
import { type PatchList, patchList } from '../document/patches.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { ApiError } from '../errors.ts';
import { documentBody } from './byte-body.ts';
import { beginsAsOverlay, type ColdPlace, type ReadableSnapshot, readCold } from './cold-snapshot.ts';
import { type ComingSnapshot, comingSnapshot } from './coming-snapshot.ts';
import { noteOpened } from './opened-designs.ts';
import { openFiles, type ReopeningSource } from './reopening-files.ts';
import { runYielding } from './yielding.ts';

const idleMs = 30_000;

/** A snapshot and the local files it is read from. */
export interface ShelvedSnapshot {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** The file of the overlay, where the snapshot is kept as one; `path` is that of its base then. */
  readonly overlayPath?: string;
  /** The snapshot that the overlay lies over; without an overlay the snapshot itself. */
  readonly base: BlobId;
  readonly patches: PatchList;
}

/**
 * The snapshots that are being read. A snapshot keeps its file open while it is used and for half a minute
 * after, as long as not too many are; a reader that comes later just opens it again, so nobody has to give
 * anything back.
 */
export interface SnapshotShelf {
  open(id: BlobId): Promise<ShelvedSnapshot>;
  /**
   * Does work on a snapshot that needs little of it: where that has no local copy, no more is brought than the work
   * reads. It may be begun again, so all that it does is read.
   */
  read<T>(id: BlobId, work: (opened: ReadableSnapshot) => Promise<T>): Promise<T>;
  /** A snapshot whose local copy is being brought, to be sent whole while it comes; nothing where it is to be opened. */
  coming(id: BlobId): Promise<ComingSnapshot | undefined>;
  /**
   * What is to be done where something failed over a snapshot: compares its bytes with their names.
   * @throws BlobDamaged, where it was for that
   */
  prove(id: BlobId): Promise<void>;
  close(): void;
}

type Opened = ShelvedSnapshot & { readonly source: ReopeningSource; readonly overlayBytes: number };

/** A snapshot on the shelf beyond these goes from it, and a file beyond these is closed, whichever was used longest ago. */
interface ShelfBounds {
  /** Snapshots on the shelf, and files that are open. */
  readonly mostOpen: number;
  /** Of all overlays on the shelf, which are in memory. */
  readonly mostOverlayBytes: number;
}

const ordinaryBounds: ShelfBounds = { mostOpen: 256, mostOverlayBytes: 128 * 1024 * 1024 };

export function snapshotShelf(blobs: BlobStore, asked: Partial<ShelfBounds> = {}): SnapshotShelf {
  const bounds = { ...ordinaryBounds, ...asked };
  const shelf = new Map<BlobId, Opened>();
  blobs.whenDamaged?.((damaged) => forget(shelf, damaged));
  /** So that what many wait for is opened once. */
  const opening = new Map<BlobId, Promise<Opened>>();
  const files = openFiles(bounds.mostOpen, (blob) => blobs.noteUse?.(blob));
  const sweep = setInterval(() => {
    files.closeIdle();
    for (const [id, { source }] of shelf) if (!files.has(source)) shelf.delete(id);
  }, idleMs / 2).unref();
  const openOn = async (id: BlobId): Promise<Opened> => {
    const place = await placeOf(blobs, id);
    const source = files.reopening(place);
    const overlayBytes = bytesOf(place.patches);
    const snapshot = openSnapshot(source, place.patches);
    const opened = { snapshot, source, overlayBytes, ...place };
    shelf.set(id, opened);
    clearBeyond(shelf, bounds);
    return opened;
  };
  const prove: SnapshotShelf['prove'] = (id) => proveDesign(blobs, id);
  const open: SnapshotShelf['open'] = async (id) => {
    noteOpened(id);
    const present = shelf.get(id);
    if (present !== undefined && areThere(blobs, present)) {
      present.source.use();
      return present;
    }
    const opened =
      opening.get(id) ??
      provenOnFailure(
        () => openOn(id),
        () => prove(id),
      ).finally(() => opening.delete(id));
    opening.set(id, opened);
    return opened;
  };
  return {
    open,
    read: async (id, work) => {
      const isOpen = blobs.inParts === undefined || shelf.has(id) || opening.has(id);
      const place = isOpen ? undefined : await coldPlaceOf(blobs, id);
      const cold = place && (await readCold(place, work));
      return cold === undefined
        ? provenOnFailure(
            async () => work(readable(await open(id))),
            () => prove(id),
          )
        : cold.answer;
    },
    coming: async (id) => (shelf.has(id) ? undefined : comingOf(blobs, id)),
    prove,
    close: () => {
      clearInterval(sweep);
      files.closeAll();
      shelf.clear();
    },
  };
}

/** The file that is stored in the place of a damaged one is opened anew. */
function forget(shelf: Map<BlobId, Opened>, damaged: BlobId): void {
  for (const [id, { base, source }] of shelf) {
    if (id !== damaged && base !== damaged) continue;
    source.close();
    shelf.delete(id);
  }
}

/** @throws BlobDamaged */
async function proveDesign(blobs: BlobStore, id: BlobId): Promise<void> {
  if (blobs.prove === undefined) return;
  await blobs.prove(id);
  const overlay = await within(await blobs.localPath(id), (source) =>
    readOverlayYielding(source, runYielding),
  );
  if (overlay !== undefined && isBlobId(overlay.base)) await blobs.prove(overlay.base);
}

/** Does work over a snapshot, and where it fails tells whether that was for its bytes. */
async function provenOnFailure<T>(work: () => Promise<T>, prove: () => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof BlobDamaged)) await prove();
    throw error;
  }
}

async function comingOf(blobs: BlobStore, id: BlobId): Promise<ComingSnapshot | undefined> {
  const blob = await blobs.coming?.(id);
  return blob && comingSnapshot(blob);
}

/** Local copies may be deleted by anybody at any time; the store brings those again that are gone. */
const areThere = (blobs: BlobStore, { path, overlayPath = path }: ShelvedSnapshot): boolean =>
  blobs.noteUse === undefined || (existsSync(path) && existsSync(overlayPath));

/** What a patch takes of the memory beside its bytes. */
const patchBytes = 200;

/** In memory, where they are unfolded: on the disk thousands of nodes that follow one colour are a few bytes. */
const bytesOf = ({ patches }: PatchList): number =>
  patches.reduce((sum, { bytes }) => sum + bytes.length + patchBytes, 0);

/** Whoever reads from what leaves the shelf goes on; the next who asks for it opens it again. */
function clearBeyond(shelf: Map<BlobId, Opened>, { mostOpen, mostOverlayBytes }: ShelfBounds): void {
  const byUse = [...shelf].sort(([, one], [, other]) => other.source.lastUse() - one.source.lastUse());
  let overlayBytes = 0;
  for (const [place, [id, opened]] of byUse.entries()) {
    overlayBytes += opened.overlayBytes;
    if (place >= mostOpen || (place > 0 && overlayBytes > mostOverlayBytes)) shelf.delete(id);
  }
}

async function placeOf(blobs: BlobStore, id: BlobId): Promise<Omit<ShelvedSnapshot, 'snapshot'>> {
  const path = await blobs.localPath(id);
  const overlay = await within(path, (source) => readOverlayYielding(source, runYielding));
  if (overlay === undefined) return { path, base: id, patches: patchList([]) };
  const { base, patches } = overlay;
  if (!isBlobId(base)) throw new BlobNotFound(base);
  return { path: await blobs.localPath(base), overlayPath: path, base, patches };
}

const readable = (shelved: ShelvedSnapshot): ReadableSnapshot => ({
  snapshot: shelved.snapshot,
  send: (body, head, tail) => documentBody(body, shelved, head, tail),
});

/** Where a large snapshot lies that has no local copy; a difference is small, and brought whole. */
async function coldPlaceOf(blobs: BlobStore, id: BlobId): Promise<ColdPlace | undefined> {
  const blob = await blobs.inParts?.(id);
  if (blob !== undefined) return (await beginsAsOverlay(blob)) ? undefined : { blob, patches: patchList([]) };
  const path = await blobs.localPath(id);
  const overlay = await within(path, (source) => readOverlayYielding(source, runYielding));
  if (overlay === undefined || !isBlobId(overlay.base)) return undefined;
  const base = await blobs.inParts?.(overlay.base);
  return base && { blob: base, patches: overlay.patches };
}

/** The overlay that a file holds; undefined for a file that holds a whole snapshot. */
export function overlayAt(path: string): Overlay | undefined {
  const source = openFileSource(path);
  try {
    return readOverlay(source);
  } finally {
    source.close();
  }
}

async function within<T>(path: string, read: (source: ByteSource) => Promise<T>): Promise<T> {
  const source = openFileSource(path);
  try {
    return await read(source);
  } finally {
    source.close();
  }
}
