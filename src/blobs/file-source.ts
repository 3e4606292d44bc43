import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A file on the local disk, read at any offset. Fits `ByteSource` of the documents above. */
export interface FileSource {
  readonly sizeBytes: number;
  read(position: number, length: number): Uint8Array;
  /** Reading after this throws. Closing twice is allowed. */
  close(): void;
}

/** @throws the system's error when the file cannot be opened */
export function openFileSource(path: string): FileSource {
  const descriptor = openSync(path, 'r');
  let open = true;
  return {
    sizeBytes: fstatSync(descriptor).size,
    read(position, length) {
      if (!open) throw new Error(`The file ${path} is closed.`);
      return readExactly(descriptor, position, length);
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

/** @throws when the file ends before the range does */
function readExactly(descriptor: number, position: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, position + filled);
    if (count === 0) throw new Error(`The file ends before byte ${position + length}.`);
    filled += count;
  }
  return bytes;
}
