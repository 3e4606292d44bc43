import type { Effort } from './effort.ts';

/** The bytes of a blob by its index; undefined where there is none. */
export type BlobBytes = (index: number) => Uint8Array | undefined;

/** How many numbers of outlines are kept: instances show the same ones again and again. */
const mostKept = 200_000;
const bytesOfNumber = 4;

/** The geometry of a design: what nodes name by an index. */
export class Blobs {
  readonly #blobBytes: BlobBytes;
  readonly #paths = new Map<number, GeometryPath | undefined>();
  readonly #effort: Effort;
  #kept = 0;

  constructor(blobBytes: BlobBytes, effort: Effort) {
    this.#blobBytes = blobBytes;
    this.#effort = effort;
  }

  /** Whoever asks goes through all of them. @throws DocumentRefused where that is too much */
  bytes(index: number | undefined): Uint8Array | undefined {
    const bytes = index === undefined ? undefined : this.#blobBytes(index);
    this.#effort.spend((bytes?.length ?? 0) / bytesOfNumber);
    return bytes;
  }

  /**
   * Undefined where the index names nothing or the bytes are no path.
   * @throws DocumentRefused as for bytes
   */
  path(index: number | undefined): GeometryPath | undefined {
    const bytes = this.bytes(index);
    if (index === undefined || this.#paths.has(index)) return this.#paths.get(index ?? -1);
    const path = bytes && readPath(bytes);
    this.#kept += path?.numbers.length ?? 1;
    if (this.#kept > mostKept) this.#paths.clear();
    if (this.#kept > mostKept) this.#kept = path?.numbers.length ?? 1;
    this.#paths.set(index, path);
    return path;
  }
}

/** The steps of an outline: a letter for each, and its numbers one after the other. */
export interface GeometryPath {
  readonly letters: string;
  readonly numbers: Float32Array;
}

const letterOf = ['Z', 'M', 'L', 'Q', 'C'] as const;

/** How many numbers each step takes. */
export const numbersOf: Readonly<Record<string, number>> = { Z: 0, M: 2, L: 2, Q: 4, C: 6 };

/** Undefined unless the bytes end with a step, and all numbers are finite. */
function readPath(bytes: Uint8Array): GeometryPath | undefined {
  const letters = lettersOf(bytes);
  if (letters === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float32Array((bytes.length - letters.length) / bytesOfNumber);
  let [at, next] = [0, 0];
  for (const letter of letters) {
    at += 1;
    for (const end = next + numbersOf[letter]!; next < end; next++, at += bytesOfNumber) {
      numbers[next] = view.getFloat32(at, true);
      if (!Number.isFinite(numbers[next])) return undefined;
    }
  }
  return { letters, numbers };
}

function lettersOf(bytes: Uint8Array): string | undefined {
  let letters = '';
  let at = 0;
  while (at < bytes.length) {
    const letter = letterOf[bytes[at]!];
    if (letter === undefined) return undefined;
    letters += letter;
    at += 1 + bytesOfNumber * numbersOf[letter]!;
  }
  return at === bytes.length ? letters : undefined;
}
