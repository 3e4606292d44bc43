import { DocumentRefused } from '../../../document/document-refused.ts';

const pieceBytes = 256 * 1024;
/** The most bytes of UTF-8 that a unit of text takes. */
const mostBytesOfUnit = 3;

const mostAnswer = 2 ** 29;
const freeBytes = 2 ** 26;
const bytesForByte = 500;

/** The most bytes of the answer for a design of so many. */
export const mostAnswerBytes = (sizeBytes: number): number =>
  Math.min(mostAnswer, freeBytes + bytesForByte * sizeBytes);

/** Hands text on as bytes, so that an answer is never held as objects or as one string. */
export class TextWriter {
  readonly #mostBytes: number;
  readonly #out: (piece: Uint8Array) => void;
  readonly #piece = Buffer.allocUnsafeSlow(pieceBytes);
  #at = 0;
  /** What was handed on. */
  #sizeBytes = 0;

  /** @param out is lent each piece until it has taken it */
  constructor(mostBytes: number, out: (piece: Uint8Array) => void) {
    this.#mostBytes = mostBytes;
    this.#out = out;
  }

  /** @throws DocumentRefused above the limit */
  write(text: string): void {
    this.#refuseAbove(this.#sizeBytes + this.#at + text.length);
    const mostBytes = text.length * mostBytesOfUnit;
    if (mostBytes > pieceBytes - this.#at) this.end();
    if (mostBytes > pieceBytes) this.#hand(Buffer.from(text));
    else this.#at += this.#piece.write(text, this.#at);
  }

  /** Hands on what is left. @throws DocumentRefused above the limit */
  end(): void {
    this.#hand(this.#piece.subarray(0, this.#at));
    this.#at = 0;
  }

  #hand(piece: Uint8Array): void {
    this.#sizeBytes += piece.length;
    this.#refuseAbove(this.#sizeBytes);
    this.#out(piece);
  }

  #refuseAbove(sizeBytes: number): void {
    if (sizeBytes <= this.#mostBytes) return;
    const most = this.#mostBytes.toLocaleString('en');
    throw new DocumentRefused(`The components of the design unfold to more than ${most} bytes.`);
  }
}
