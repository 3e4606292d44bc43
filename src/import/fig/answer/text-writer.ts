import { DocumentRefused } from '../../../document/document-refused.ts';

const pieceLength = 2 ** 16;

/** Gathers text as bytes, so that an answer is never held as objects or as one string. */
export class TextWriter {
  readonly #mostBytes: number;
  readonly #chunks: Buffer[] = [];
  #piece: string[] = [];
  #length = 0;
  #sizeBytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** @throws DocumentRefused above the limit */
  write(text: string): void {
    this.#piece.push(text);
    this.#length += text.length;
    if (this.#length >= pieceLength) this.#flush();
  }

  bytes(): Uint8Array {
    this.#flush();
    return Buffer.concat(this.#chunks.splice(0));
  }

  #flush(): void {
    const chunk = Buffer.from(this.#piece.join(''));
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > this.#mostBytes) {
      const most = this.#mostBytes.toLocaleString('en');
      throw new DocumentRefused(`The components of the design unfold to more than ${most} bytes.`);
    }
    this.#chunks.push(chunk);
    this.#piece = [];
    this.#length = 0;
  }
}
