import type { ByteSource } from './byte-source.ts';

const windowBytes = 64 * 1024;

/** A stretch of the source that has been read; a reader that goes on in order reads at `next`. */
interface Window {
  bytes: Uint8Array | undefined;
  start: number;
  end: number;
  next: number;
}

/**
 * Copies ranges out of a source. Ranges that follow one another are read ahead, in up to two places at once
 * (a document and the vector data spliced into it alternate); scattered ranges are read alone, so that a
 * thin selection costs no more than its own bytes.
 */
export class ReadAhead {
  readonly #source: ByteSource;
  #recent: Window = { bytes: undefined, start: 0, end: 0, next: -1 };
  #other: Window = { bytes: undefined, start: 0, end: 0, next: -1 };

  constructor(source: ByteSource) {
    this.#source = source;
  }

  readInto(target: Uint8Array, position: number): void {
    if (this.#other.next === position) [this.#recent, this.#other] = [this.#other, this.#recent];
    const inOrder = this.#recent.next === position;
    // Nobody went on at either place: the one used longest ago becomes that of this reader.
    if (!inOrder) [this.#recent, this.#other] = [this.#other, this.#recent];
    const window = this.#recent;
    window.next = position + target.length;
    if (!inOrder || target.length > windowBytes) this.#read(target, position);
    else this.#copy(window, target, position);
  }

  #copy(window: Window, target: Uint8Array, position: number): void {
    if (position < window.start || position + target.length > window.end) this.#refill(window, position);
    const from = position - window.start;
    target.set(window.bytes!.subarray(from, from + target.length));
  }

  #refill(window: Window, position: number): void {
    window.bytes ??= Buffer.allocUnsafeSlow(windowBytes);
    window.start = position;
    window.end = Math.min(position + windowBytes, this.#source.sizeBytes);
    this.#read(window.bytes.subarray(0, window.end - position), position);
  }

  #read(target: Uint8Array, position: number): void {
    if (this.#source.readInto === undefined) target.set(this.#source.read(position, target.length));
    else this.#source.readInto(target, position);
  }
}
