import type { FileHandle } from 'node:fs/promises';

/** About so many bytes may wait for the disk. */
const mostWaitingBytes = 32 * 1024 * 1024;

/**
 * Writes to a file, and lets the disk never fall far behind. The system would keep hundreds of megabytes back, and
 * every change of the database, which has to be on the disk before it is answered, would wait until they are there.
 */
export function steadyWrites(file: FileHandle): (bytes: Uint8Array) => Promise<void> {
  let waitingBytes = 0;
  return async (bytes) => {
    for (let at = 0; at < bytes.length; at += mostWaitingBytes) {
      const part = bytes.subarray(at, at + mostWaitingBytes);
      await file.writeFile(part);
      waitingBytes += part.length;
      if (waitingBytes < mostWaitingBytes) continue;
      await file.datasync();
      waitingBytes = 0;
    }
  };
}
