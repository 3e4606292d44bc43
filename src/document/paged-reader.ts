import type { ByteSource } from './byte-source.ts';

/** A multiple of 4, so that no number crosses a page. */
const pageBytes = 8192;
const maxPages = 64;

/**
 * Small reads through a few remembered pages, so that a walk over neighbouring rows costs one read of the
 * source a page. Reads longer than a page go to the source directly.
 */
export class PagedReader {
  readonly source: ByteSource;
  readonly #pages = new Map<number, Buffer>();
  #lastNumber = -1;
  #last: Buffer = Buffer.alloc(0);

  constructor(source: ByteSource) {
    this.source = source;
  }

  u32(position: number): number {
    const offset = position % pageBytes;
    return this.#page((position - offset) / pageBytes).readUInt32LE(offset);
  }

  bytes(position: number, length: number): Uint8Array {
    const offset = position % pageBytes;
    if (offset + length > pageBytes) return this.source.read(position, length);
    return this.#page((position - offset) / pageBytes).subarray(offset, offset + length);
  }

  #page(number: number): Buffer {
    if (number === this.#lastNumber) return this.#last;
    this.#last = this.#pages.get(number) ?? this.#load(number);
    this.#lastNumber = number;
    return this.#last;
  }

  /** The page loaded first goes when there are too many. */
  #load(number: number): Buffer {
    const position = number * pageBytes;
    const read = this.source.read(position, Math.min(pageBytes, this.source.sizeBytes - position));
    const page = Buffer.from(read.buffer, read.byteOffset, read.length);
    if (this.#pages.size === maxPages) this.#pages.delete(this.#pages.keys().next().value!);
    this.#pages.set(number, page);
    return page;
  }
}
