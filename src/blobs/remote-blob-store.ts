import { afterOthersOfEach } from '../processes/after-others.ts';
import { isBlobId } from './blob-id.ts';
import { deleteBlobRow, listBlobRows, placeOfBlob } from './blob-rows-store.ts';
import type { BlobStore } from './blob-store.ts';
import { boundedWork } from './bounded-work.ts';
import { coming, localPath, read } from './bring-blob.ts';
import { admitInstallation } from './claim-objects.ts';
import { keptParts } from './kept-parts.ts';
import { inParts } from './parted-blob.ts';
import { placeOf, type Remote, type RemoteParts } from './remote.ts';
import { bytesAt } from './small-bytes.ts';
import { adopt, put } from './store-blob.ts';
import { compareObjects, sweepObjects } from './sweep-objects.ts';

/** Bytes that are on their way, all together. */
const mostBytesUnderWay = 128 * 1024 * 1024;

/** Parts of blobs that have no local copy, in memory. */
const mostPartBytes = 64 * 1024 * 1024;

/**
 * Blobs as objects of a store elsewhere, with a table that says which object holds which, and copies on the local
 * disk. Bytes are stored before their row is written, and the row before the answer.
 */
export function remoteBlobStore(parts: RemoteParts): BlobStore {
  const remote: Remote = {
    ...parts,
    fetching: new Map(),
    afterOthers: afterOthersOfEach(),
    damaged: new Set(),
    parts: keptParts(mostPartBytes),
    withinBytes: boundedWork(mostBytesUnderWay),
  };
  const { database, objects, cache } = parts;
  return {
    put: (bytes, within) => put(remote, bytes, within),
    adopt: (path) => adopt(remote, path),
    localPath: (id) => localPath(remote, id),
    read: (id, range) => read(remote, id, range),
    inParts: (id) => inParts(remote, id),
    coming: (id) => coming(remote, id),
    bytesAt: (id, place) => bytesAt(remote, id, place),
    has: async (id) => isBlobId(id) && (await placeOfBlob(database, id)) !== undefined,
    sizeOf: async (id) => (await placeOf(remote, id)).sizeBytes,
    delete: async (id) => {
      if (!isBlobId(id)) return;
      const place = await deleteBlobRow(database, id);
      await cache.remove(id);
      if (place !== undefined) await objects.delete(place.object);
    },
    list: () => listBlobRows(database),
    admit: (installation) => admitInstallation(objects, installation),
    noteUse: cache.noteUse,
    sweep: (now) => sweepObjects(parts, now),
    compare: (now) => compareObjects(parts, now),
  };
}
