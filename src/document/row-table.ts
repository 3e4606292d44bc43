/** A growing table of unsigned 32-bit numbers, some to a row. */
export class RowTable {
  readonly width: number;
  #values: Uint32Array;
  #rows = 0;

  constructor(width: number, expectedRows: number) {
    this.width = width;
    this.#values = new Uint32Array(width * Math.max(1, expectedRows));
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds a row of zeros and returns its index. */
  add(): number {
    if ((this.#rows + 1) * this.width > this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    return this.#rows++;
  }

  get(row: number, column: number): number {
    return this.#values[row * this.width + column]!;
  }

  set(row: number, column: number, value: number): void {
    this.#values[row * this.width + column] = value;
  }

  /** The rows as bytes, little-endian. */
  bytes(): Uint8Array {
    return littleEndian(this.#values.subarray(0, this.#rows * this.width));
  }
}

/** Snapshots are little-endian on every machine. */
export function littleEndian(values: Uint32Array): Uint8Array {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return nativeIsLittleEndian ? bytes : Buffer.from(bytes).swap32();
}

const nativeIsLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
