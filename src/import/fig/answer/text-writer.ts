import { DocumentRefused } from '../../../document/document-refused.ts';
import { release } from '../../../document/release-bytes.ts';

/** So large that the C library has each apart and gives it back; what of it is not used takes no memory. */
const pieceBytes = 2 ** 20;
/** The most bytes of UTF-8 that a unit of text takes. */
const mostBytesOfUnit = 3;

/** Gathers text as bytes, so that an answer is never held as objects or as one string. */
export class TextWriter {
  readonly #mostBytes: number;
  readonly #pieces: Buffer[] = [];
  #piece = Buffer.allocUnsafeSlow(pieceBytes);
  #at = 0;
  #sizeBytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** @throws DocumentRefused above the limit */
  write(text: string): void {
    this.#refuseAbove(this.#sizeBytes + this.#at + text.length);
    if (text.length * mostBytesOfUnit > pieceBytes - this.#at) this.#next(text.length * mostBytesOfUnit);
    this.#at += this.#piece.write(text, this.#at);
  }

  /** All of it; the writer holds nothing any more. */
  bytes(): Uint8Array {
    this.#keep();
    const whole = Buffer.allocUnsafeSlow(this.#sizeBytes);
    let at = 0;
    for (const piece of this.#pieces.splice(0)) {
      at += piece.copy(whole, at);
      release(piece);
    }
    return whole;
  }

  #next(leastBytes: number): void {
    this.#keep();
    this.#piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, leastBytes));
    this.#at = 0;
  }

  #keep(): void {
    this.#sizeBytes += this.#at;
    this.#refuseAbove(this.#sizeBytes);
    this.#pieces.push(this.#piece.subarray(0, this.#at));
  }

  #refuseAbove(sizeBytes: number): void {
    if (sizeBytes <= this.#mostBytes) return;
    const most = this.#mostBytes.toLocaleString('en');
    throw new DocumentRefused(`The components of the design unfold to more than ${most} bytes.`);
  }
}
