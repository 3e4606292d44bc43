import type { ByteSource } from '../document/byte-source.ts';
import type { Companions, DocumentWarning } from '../document/document-source.ts';

/** Takes bytes over that are read again here and there, so that they need no memory meanwhile. */
export type PutAside = (bytes: Uint8Array) => Required<ByteSource>;

/** Where a conversion writes. */
export interface ConversionPlaces {
  /** Takes the answer piece by piece; each is lent until it is taken. */
  readonly out: (piece: Uint8Array) => void;
  readonly aside: PutAside;
}

/** What the format of a design holds beside its document. */
export interface Conversion {
  /** When the design was changed last, where its format says so. */
  readonly changedAt: number | undefined;
  readonly companions: Companions;
  readonly warnings: readonly DocumentWarning[];
}

/**
 * Writes a design of another format as a file answer of the interface, for a file whose key is known or not.
 * @throws DocumentRefused
 */
export type Convert = (bytes: Uint8Array, places: ConversionPlaces, fileKey?: string) => Conversion;
