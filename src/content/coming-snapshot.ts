import type { ComingBlob } from '../blobs/coming-blob.ts';
import { partBytes } from '../blobs/part-hashes.ts';
import { type BodySteps, fileBody } from '../document/answer-bodies.ts';
import type { ByteSource } from '../document/byte-source.ts';
import { isOverlay } from '../document/overlay.ts';
import { openTables } from '../document/snapshot-tables.ts';
import { type ByteBody, growingBody } from './byte-body.ts';

/** A whole document that is sent while its local copy is brought. */
export interface ComingSnapshot {
  /** Counts what the default answer shows. */
  readonly inSteps: () => BodySteps;
  /** That answer, then `tail`. */
  readonly send: (tail: Uint8Array) => ByteBody;
}

/**
 * Waits for the first part, which says what is where, and for the last, by which a document that was cut shows.
 * Nothing for a difference from another document.
 * @throws BlobDamaged, StoreAway
 */
export async function comingSnapshot(blob: ComingBlob): Promise<ComingSnapshot | undefined> {
  await Promise.all([blob.until(partBytes), blob.untilLast()]);
  const begin = await beginOf(blob);
  if (isOverlay(begin)) return undefined;
  const tables = openTables(beginOnly(begin, blob.sizeBytes));
  return {
    inSteps: () => fileBody(tables, {}),
    send: (tail) => growingBody(tables.sections.prefix, blob, tail),
  };
}

async function beginOf(blob: ComingBlob): Promise<Buffer> {
  const file = await blob.open();
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(partBytes), 0, partBytes, 0);
    return buffer.subarray(0, Math.min(bytesRead, partBytes));
  } finally {
    await file.close();
  }
}

/** Whatever lies further on is no part of it, and must not be taken for what it will be. */
function beginOnly(begin: Buffer, sizeBytes: number): ByteSource {
  return {
    sizeBytes,
    read: (position, length) => {
      if (position + length > begin.length)
        throw new RangeError('This part of the document is not read yet.');
      return begin.subarray(position, position + length);
    },
  };
}
