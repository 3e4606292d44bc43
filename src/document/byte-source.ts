/** Bytes that can be read at any offset: a file, or memory. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** The bytes of [position, position + length). The caller never writes into them. */
  read(position: number, length: number): Uint8Array;
}

export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.length,
    read: (position, length) => bytes.subarray(position, position + length),
  };
}
