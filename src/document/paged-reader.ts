import type { ByteSource } from './byte-source.ts';

/** A multiple of 4, so that no number crosses a page. */
const pageBytes = 8192;
const maxPages = 64;

/**
 * Small reads through a few remembered pages, so that a walk over neighbouring rows costs one read of the
 * source a page. Reads longer than a page go to the source directly. What is read is the receiver's own: a
 * page's buffer is filled anew when the page goes.
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
    return Buffer.from(this.#page((position - offset) / pageBytes).subarray(offset, offset + length));
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
    const page = this.#buffer().subarray(0, Math.min(pageBytes, this.source.sizeBytes - position));
    if (this.source.readInto === undefined) page.set(this.source.read(position, page.length));
    else this.source.readInto(page, position);
    this.#pages.set(number, page);
    return page;
  }

  #buffer(): Buffer {
    if (this.#pages.size < maxPages) return Buffer.allocUnsafeSlow(pageBytes);
    const [oldest, page] = this.#pages.entries().next().value!;
    this.#pages.delete(oldest);
    this.#lastNumber = -1;
    return Buffer.from(page.buffer);
  }
}
