import { DocumentRefused } from '../../../document/document-refused.ts';

/** Reads values one after the other. Every read stays within the bytes. @throws DocumentRefused */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #texts: Buffer;
  readonly #view: DataView;
  readonly #scratch = new DataView(new ArrayBuffer(4));
  readonly #what: string;
  #at = 0;
  /** How many numbers were none or infinite, and became 0. */
  notNumbers = 0;
  /** How many elements all lists that are kept may have together. */
  readonly mostElements: number;
  #elements = 0;

  /** `what` names the bytes in sentences: "schema", "content". */
  constructor(bytes: Uint8Array, what: string, mostElements = Number.POSITIVE_INFINITY) {
    this.mostElements = mostElements;
    this.#bytes = bytes;
    this.#texts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
  }

  /** Where the next byte lies. */
  get at(): number {
    return this.#at;
  }

  /** Goes to a place that was passed before. */
  goTo(place: number): void {
    this.#at = place;
  }

  /** Counts the elements of a list that is kept, before any is made. */
  keepElements(count: number): void {
    this.#elements += count;
    if (this.#elements <= this.mostElements) return;
    const [found, most] = [this.#elements, this.mostElements].map((one) => one.toLocaleString('en'));
    this.refuse(`it lists ${found} things, where a file of its size may list ${most}`);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** The next byte, which stays the next. */
  get next(): number | undefined {
    return this.#bytes[this.#at];
  }

  refuse(why: string): never {
    throw new DocumentRefused(`The ${this.#what} of the design cannot be read at byte ${this.#at}: ${why}.`);
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) this.refuse('it ends in the middle');
    this.#at += 1;
    return value;
  }

  /** Seven bits a byte, the lowest first; five bytes at the most. */
  uint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value >>> 0;
  }

  int(): number {
    const value = this.uint() | 0;
    return value & 1 ? ~(value >>> 1) : value >>> 1;
  }

  /** Of 64 bits, of which the ninth byte gives eight. */
  uint64(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      if (shift === 56n) return value | (BigInt(byte) << shift);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  /** A single, its exponent first; zero takes one byte. What is no finite number is 0: JSON has no other. */
  float(): number {
    if (this.byte() === 0) return 0;
    this.#at -= 1;
    const from = this.#take(4);
    const bits = this.#view.getUint32(from, true);
    this.#scratch.setUint32(0, (bits << 23) | (bits >>> 9));
    const value = this.#scratch.getFloat32(0);
    if (Number.isFinite(value)) return value;
    this.notNumbers += 1;
    return 0;
  }

  skipFloat(): void {
    const exponent = this.byte();
    if (exponent === 0) return;
    this.#at -= 1;
    this.#take(4);
    if (exponent === 255) this.notNumbers += 1;
  }

  /** UTF-8 up to a zero byte. */
  string(): string {
    const from = this.#at;
    this.skipString();
    return this.#texts.toString('utf8', from, this.#at - 1);
  }

  skipString(): void {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end === -1) this.refuse('a text has no end');
    this.#at = end + 1;
  }

  /** A view of the next bytes. */
  view(length: number): Uint8Array {
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  #take(length: number): number {
    if (length > this.left) this.refuse('it ends in the middle');
    const from = this.#at;
    this.#at += length;
    return from;
  }
}
