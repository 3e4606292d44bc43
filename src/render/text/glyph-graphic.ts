import type { Bounds } from '../geometry/bounds.ts';
import type { FontFace } from './font-face.ts';

/** What a font has of a glyph in one size, whatever it is. */
export interface GlyphGraphic {
  /** A copy. */
  readonly bytes: Uint8Array;
  /**
   * Where it lies, in font units from the glyph's origin and upwards: `bottom`, the larger number, is its upper edge.
   * Undefined where that depends on what the bytes are, and these are nothing that is read here.
   */
  readonly box: Bounds | undefined;
}

/** Graphics of one size. */
export interface Strike {
  /** Px for an em. */
  readonly ppem: number;
}

/** Nothing that stands for a letter has more bytes; what has is no graphic. */
const mostGraphicBytes = 4 * 2 ** 20;

const tables = new WeakMap<FontFace['font']['face'], Map<string, DataView | undefined>>();

/** A copy of a table of a face, made once: in the library's own memory it moves, and each look at it takes more of that. */
export function tableOf({ font: { face } }: FontFace, tag: string): DataView | undefined {
  const ofFace = tables.get(face) ?? new Map<string, DataView | undefined>();
  tables.set(face, ofFace);
  if (!ofFace.has(tag)) {
    const bytes = face.referenceTable(tag)?.slice();
    ofFace.set(tag, bytes && new DataView(bytes.buffer));
  }
  return ofFace.get(tag);
}

/** A copy of some bytes of a table; undefined where it ends before, or where they are too many. */
export function copyOf(table: DataView, start: number, end: number): Uint8Array | undefined {
  const isThere = start >= 0 && end >= start && end <= table.byteLength && end - start <= mostGraphicBytes;
  return isThere ? new Uint8Array(table.buffer, table.byteOffset + start, end - start).slice() : undefined;
}

/** The order in which strikes fit a size: the smallest that is large enough, larger ones, then the smaller, largest first. */
export function byFit<S extends Strike>(strikes: readonly S[], ppem: number): S[] {
  const sorted = strikes.toSorted((one, other) => one.ppem - other.ppem);
  const large = sorted.filter((strike) => strike.ppem >= ppem);
  return [...large, ...sorted.filter((strike) => strike.ppem < ppem).reverse()];
}
