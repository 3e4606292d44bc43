import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readingOnly } from '../database/small-file.ts';
import { NoFile } from './disk-files.ts';

/** A file on the local disk, read at any offset. Fits `ByteSource` of the documents above. */
export interface FileSource {
  readonly sizeBytes: number;
  read(position: number, length: number): Uint8Array;
  /** Fills the target from `position` on. */
  readInto(target: Uint8Array, position: number): void;
  /** Reading after this throws. Closing twice is allowed. */
  close(): void;
}

/** @throws NoFile, and the system's error when the file cannot be opened */
export function openFileSource(path: string): FileSource {
  const descriptor = openSync(path, readingOnly);
  const found = fstatSync(descriptor);
  if (!found.isFile()) {
    closeSync(descriptor);
    throw new NoFile(path);
  }
  let open = true;
  const readInto = (target: Uint8Array, position: number) => {
    if (!open) throw new Error(`The file ${path} is closed.`);
    fill(descriptor, target, position);
  };
  return {
    sizeBytes: found.size,
    readInto,
    read(position, length) {
      const bytes = Buffer.allocUnsafe(length);
      readInto(bytes, position);
      return bytes;
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

/** @throws when the file ends before the target is full */
function fill(descriptor: number, target: Uint8Array, position: number): void {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(descriptor, target, filled, target.length - filled, position + filled);
    if (count === 0) throw new Error(`The file ends before byte ${position + target.length}.`);
    filled += count;
  }
}
