/** Stretches of a source that are at least so long stay where they are; shorter ones are copied. */
const leastKeptBytes = 64 * 1024;
const blockBytes = 1024 * 1024;

/**
 * Puts a text together from stretches of source texts. Between `begin` and `end` everything is taken except what
 * `drop` leaves out. What adjoins is taken at once, so of a source without white space hardly anything is copied. What
 * is written lies in pieces, one behind the other.
 */
export class SpanWriter {
  readonly #pieces: Uint8Array[] = [];
  /** Where each piece begins in what is written. */
  readonly #starts: number[] = [];
  #length = 0;
  /** What is copied, as far as it is filled; from `#open` on it is no piece yet. */
  #block: Uint8Array;
  #filled = 0;
  #open = 0;
  #source: Uint8Array = new Uint8Array(0);
  #pendingStart = 0;

  constructor(capacityBytes: number) {
    this.#block = Buffer.allocUnsafeSlow(Math.max(64, capacityBytes));
  }

  /** Bytes written; exact only outside `begin` and `end`. */
  get length(): number {
    return this.#length;
  }

  begin(source: Uint8Array, at: number): void {
    this.#source = source;
    this.#pendingStart = at;
  }

  /** Where the source's byte at `at` will stand; `at` lies behind everything dropped so far. */
  offsetOf(at: number): number {
    return this.#length + at - this.#pendingStart;
  }

  /** Leaves [from, to) out. Calls come in the order of the source. */
  drop(from: number, to: number): void {
    if (from === to) return;
    this.#flush(from);
    this.#pendingStart = to;
  }

  /** Adds bytes that are not in the source before its byte at `at`. */
  insert(at: number, bytes: Uint8Array): void {
    this.end(at);
    this.write(bytes);
  }

  end(at: number): void {
    this.#flush(at);
    this.#pendingStart = at;
  }

  /** Writes bytes that are not in the source behind what is written. */
  write(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#block.set(bytes, this.#filled);
    this.#filled += bytes.length;
    this.#length += bytes.length;
  }

  /** All that is written, in order. */
  pieces(): readonly Uint8Array[] {
    this.#closePiece();
    return this.#pieces;
  }

  /** Bytes [start, end) of what is written. */
  read(start: number, end: number): Uint8Array {
    this.#closePiece();
    let index = this.#pieceAt(start);
    const from = start - this.#starts[index]!;
    const first = this.#pieces[index]!.subarray(from, from + end - start);
    if (first.length === end - start) return first;
    const parts = [first];
    for (let missing = end - start - first.length; missing > 0; missing -= parts.at(-1)!.length)
      parts.push(this.#pieces[++index]!.subarray(0, missing));
    return Buffer.concat(parts);
  }

  /** The last piece that begins at the offset or before it. */
  #pieceAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #flush(to: number): void {
    const count = to - this.#pendingStart;
    if (count >= leastKeptBytes) this.#keep(this.#source.subarray(this.#pendingStart, to));
    else this.#copy(to, count);
    this.#length += count;
  }

  #copy(to: number, count: number): void {
    this.#reserve(count);
    // A call into the engine costs more than a few bytes copied here.
    if (count < 48) {
      for (let index = 0; index < count; index++) {
        this.#block[this.#filled + index] = this.#source[this.#pendingStart + index]!;
      }
    } else {
      this.#block.set(this.#source.subarray(this.#pendingStart, to), this.#filled);
    }
    this.#filled += count;
  }

  #keep(stretch: Uint8Array): void {
    this.#closePiece();
    this.#add(stretch, this.#length);
  }

  #closePiece(): void {
    if (this.#open === this.#filled) return;
    const piece = this.#block.subarray(this.#open, this.#filled);
    this.#add(piece, this.#length - piece.length);
    this.#open = this.#filled;
  }

  #add(piece: Uint8Array, start: number): void {
    this.#pieces.push(piece);
    this.#starts.push(start);
  }

  #reserve(count: number): void {
    if (this.#filled + count <= this.#block.length) return;
    this.#closePiece();
    this.#block = Buffer.allocUnsafeSlow(Math.max(blockBytes, count));
    this.#filled = 0;
    this.#open = 0;
  }
}
