/** Takes bytes in pieces of any size, and writes them in few. */
export interface GatheredWrites {
  add(piece: Uint8Array): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
}

/** Writes to a file once so many bytes have come. */
export function gatheredWrites(
  file: { write(bytes: Uint8Array): Promise<void> },
  leastBytes: number,
): GatheredWrites {
  /** Holds what is written together: new buffers for all of a large body would be many collections of garbage. */
  let buffer: Buffer | undefined;
  const together = (): Uint8Array => {
    if (sizeBytes > 2 * leastBytes) return Buffer.concat(pieces, sizeBytes);
    buffer ??= Buffer.allocUnsafeSlow(2 * leastBytes);
    let at = 0;
    for (const piece of pieces) {
      buffer.set(piece, at);
      at += piece.length;
    }
    return buffer.subarray(0, at);
  };
  let pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  const end = async (): Promise<void> => {
    const [first, second] = pieces;
    if (first === undefined) return;
    const bytes = second === undefined ? first : together();
    pieces = [];
    sizeBytes = 0;
    await file.write(bytes);
  };
  return {
    add: async (piece) => {
      pieces.push(piece);
      sizeBytes += piece.length;
      if (sizeBytes >= leastBytes) await end();
    },
    end,
  };
}
