import type { ByteSource } from '../../../document/byte-source.ts';
import { DocumentRefused } from '../../../document/document-refused.ts';

/** As much of a source is read at once; more where a value takes more. */
const windowBytes = 16 * 1024;
const nothing = Buffer.alloc(0);

/**
 * Reads values one after the other, of bytes in memory or of such as lie elsewhere. Every read stays within the bytes.
 *
 * @throws DocumentRefused
 */
export class ByteReader {
  readonly #source: Required<ByteSource> | undefined;
  readonly #sizeBytes: number;
  readonly #what: string;
  readonly #scratch = new DataView(new ArrayBuffer(4));
  /** What is in memory: all, or some of a source. */
  #window: Buffer;
  /** Where the window begins. */
  #start = 0;
  /** Of the next byte, in the window or behind it. */
  #at = 0;
  #room: Buffer | undefined;
  /** How many numbers were none or infinite, and became 0; those of limits do not count. */
  notNumbers = 0;
  /** How many elements all lists that are kept may have together. */
  readonly mostElements: number;
  #elements = 0;

  /** `what` names the bytes in sentences: "schema", "content". */
  constructor(
    bytes: Uint8Array | Required<ByteSource>,
    what: string,
    mostElements = Number.POSITIVE_INFINITY,
  ) {
    this.mostElements = mostElements;
    this.#what = what;
    const isHere = bytes instanceof Uint8Array;
    this.#source = isHere ? undefined : bytes;
    this.#sizeBytes = isHere ? bytes.length : bytes.sizeBytes;
    this.#window = isHere ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : nothing;
  }

  /** Where the next byte lies. */
  get at(): number {
    return this.#start + this.#at;
  }

  /** Goes to a place that was passed before. */
  goTo(place: number): void {
    this.#at = place - this.#start;
    if (this.#at >= 0 && this.#at <= this.#window.length) return;
    [this.#start, this.#at, this.#window] = [place, 0, nothing];
  }

  /** Counts the elements of a list that is kept, before any is made. */
  keepElements(count: number): void {
    this.#elements += count;
    if (this.#elements <= this.mostElements) return;
    const [found, most] = [this.#elements, this.mostElements].map((one) => one.toLocaleString('en'));
    this.refuse(`it lists ${found} things, where a file of its size may list ${most}`);
  }

  get left(): number {
    return this.#sizeBytes - this.at;
  }

  /** The next byte, which stays the next. */
  get next(): number | undefined {
    if (this.left > 0) this.#reach(1);
    return this.#window[this.#at];
  }

  refuse(why: string): never {
    throw new DocumentRefused(`The ${this.#what} of the design cannot be read at byte ${this.at}: ${why}.`);
  }

  byte(): number {
    const value = this.#window[this.#at] ?? this.#furtherByte();
    this.#at += 1;
    return value;
  }

  #furtherByte(): number {
    this.#reach(1);
    return this.#window[this.#at]!;
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
    this.#reach(4);
    const bits = this.#window.readUInt32LE(this.#at);
    this.#at += 4;
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
    this.skip(4);
    if (exponent === 255) this.notNumbers += 1;
  }

  /** UTF-8 up to a zero byte. */
  string(): string {
    const end = this.#endOfText();
    const text = this.#window.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  skipString(): void {
    this.#at = this.#endOfText() + 1;
  }

  /** Where its zero byte lies in the window, to which all of it is brought. */
  #endOfText(): number {
    for (;;) {
      const end = this.#window.indexOf(0, this.#at);
      if (end !== -1) return end;
      const seen = this.#window.length - this.#at;
      if (seen >= this.left) this.refuse('a text has no end');
      this.#reach(Math.min(this.left, Math.max(2 * seen, windowBytes)));
    }
  }

  /** The next bytes: those of memory where they lie, of others a copy. */
  bytes(length: number): Uint8Array {
    this.#reach(length);
    const { buffer, byteOffset } = this.#window;
    const found = new Uint8Array(buffer, byteOffset + this.#at, length);
    this.#at += length;
    return this.#source === undefined ? found : found.slice();
  }

  skip(length: number): void {
    if (length > this.left) this.refuse('it ends in the middle');
    this.#at += length;
  }

  /** Makes sure that so many of the next bytes are in the window. */
  #reach(length: number): void {
    if (length > this.left) this.refuse('it ends in the middle');
    if (this.#at + length <= this.#window.length) return;
    [this.#start, this.#at] = [this.at, 0];
    this.#window = this.#roomFor(length);
    this.#source!.readInto(this.#window, this.#start);
  }

  #roomFor(length: number): Buffer {
    if (length > windowBytes) return Buffer.allocUnsafeSlow(length);
    this.#room ??= Buffer.allocUnsafeSlow(windowBytes);
    return this.#room.subarray(0, Math.min(windowBytes, this.left));
  }
}
