import { fdatasyncSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** About so many bytes may wait for the disk. */
const mostWaitingBytes = 32 * 1024 * 1024;

/**
 * Writes to a file, and lets the disk never fall far behind. The system would keep hundreds of megabytes back, and
 * every change of the database, which has to be on the disk before it is answered, would wait until they are there.
 */
export function steadyWrites(file: FileHandle): (bytes: Uint8Array) => Promise<void> {
  const written = steadily(file);
  return async (bytes) => {
    for (let at = 0; at < bytes.length; at += mostWaitingBytes) {
      const part = bytes.subarray(at, at + mostWaitingBytes);
      await file.writeFile(part);
      await written(part.length);
    }
  };
}

/** The same for who cannot wait: this thread does nothing else meanwhile. */
export function steadyWritesAtOnce(descriptor: number): (bytes: Uint8Array) => void {
  let waitingBytes = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += mostWaitingBytes) {
      const part = bytes.subarray(at, at + mostWaitingBytes);
      writeFileSync(descriptor, part);
      waitingBytes += part.length;
      if (waitingBytes < mostWaitingBytes) continue;
      waitingBytes = 0;
      fdatasyncSync(descriptor);
    }
  };
}

/** The same for short pieces at any place of the file. */
export function steadyWritesAt(
  file: FileHandle,
): (chunks: readonly Uint8Array[], position: number) => Promise<void> {
  const written = steadily(file);
  return async (chunks, position) => {
    let at = position;
    for (let left = [...chunks]; left.length > 0; ) {
      const { bytesWritten } = await file.writev(left, at);
      at += bytesWritten;
      left = withoutFirst(left, bytesWritten);
    }
    await written(at - position);
  };
}

function withoutFirst(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const left: Uint8Array[] = [];
  let skipped = 0;
  for (const chunk of chunks) {
    const rest = chunk.subarray(Math.max(0, bytes - skipped));
    skipped += chunk.length;
    if (rest.length > 0) left.push(rest);
  }
  return left;
}

/** Counts what was written, and waits for the disk where too much of it waits. */
function steadily(file: FileHandle): (bytes: number) => Promise<void> {
  let waitingBytes = 0;
  return async (bytes) => {
    waitingBytes += bytes;
    if (waitingBytes < mostWaitingBytes) return;
    waitingBytes = 0;
    await file.datasync();
  };
}
