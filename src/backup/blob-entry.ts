import { createHash } from 'node:crypto';
import { type BlobFault, faultOf } from '../blobs/blob-fault.ts';
import { blobIdOf } from '../blobs/blob-id.ts';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';

const zeroes = Buffer.alloc(64 * 1024);

/**
 * So many bytes of a blob as its entry in an archive has, hashed on the way. What cannot be read is filled up with
 * zeroes, since the size of the entry was said before.
 * @param found hears, at the end, that these are not the bytes of that name
 * @throws StoreAway, and whatever else says nothing of the blob
 */
export async function* entryOfBlob(
  { blobs, id, sizeBytes }: { readonly blobs: BlobStore; readonly id: BlobId; readonly sizeBytes: number },
  found: (fault: BlobFault) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let left = sizeBytes;
  try {
    for await (const chunk of (await blobs.read(id)) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      const part = chunk.subarray(0, left);
      left -= part.length;
      yield part;
    }
    if (blobIdOf(hash) !== id) found('changed');
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    found(fault);
  }
  for (; left > 0; left -= Math.min(left, zeroes.length)) yield zeroes.subarray(0, left);
}
