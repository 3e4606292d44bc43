/**
 * Copies stretches of a source text into a growing buffer. Between `begin` and `end` everything is copied
 * except what `drop` leaves out; adjoining stretches are copied at once, so text without white space costs
 * one copy.
 */
export class SpanWriter {
  #target: Uint8Array;
  #length = 0;
  #source: Uint8Array = new Uint8Array(0);
  #pendingStart = 0;

  constructor(capacityBytes: number) {
    this.#target = Buffer.allocUnsafeSlow(Math.max(64, capacityBytes));
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
    this.#target.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  written(): Uint8Array {
    return this.#target.subarray(0, this.#length);
  }

  #flush(to: number): void {
    const count = to - this.#pendingStart;
    this.#reserve(count);
    // A call into the engine costs more than a few bytes copied here.
    if (count < 48) {
      for (let index = 0; index < count; index++) {
        this.#target[this.#length + index] = this.#source[this.#pendingStart + index]!;
      }
    } else {
      this.#target.set(this.#source.subarray(this.#pendingStart, to), this.#length);
    }
    this.#length += count;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#target.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#target.length * 2, this.#length + count));
    larger.set(this.written());
    this.#target = larger;
  }
}
