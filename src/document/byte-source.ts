/** Bytes that can be read at any offset: a file, or memory. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** The bytes of [position, position + length). The caller never writes into them. */
  read(position: number, length: number): Uint8Array;
  /** Fills the target from `position` on; a source without it has what `read` gives copied. */
  readInto?(target: Uint8Array, position: number): void;
}

export function memorySource(bytes: Uint8Array): Required<ByteSource> {
  const read = (position: number, length: number) => bytes.subarray(position, position + length);
  return {
    sizeBytes: bytes.length,
    read,
    readInto: (target, position) => target.set(read(position, target.length)),
  };
}
