/** A blob that is read where it lies, in parts of equal length that are brought one by one. */
export interface PartedBlob {
  readonly sizeBytes: number;
  /** A part that was brought. */
  part(index: number): Uint8Array | undefined;
  /** @throws TooManyParts, BlobDamaged, StoreAway */
  bring(indexes: readonly number[]): Promise<void>;
}

/** So much of a blob is needed that all of it should be brought. */
export class TooManyParts extends Error {
  override readonly name = 'TooManyParts';
}
