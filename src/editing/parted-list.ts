/** What stands in a list of parts: the part knows its items, and each item its part. */
interface Parted<Item> {
  part: Item[] | undefined;
}

const mostInPart = 1000;

/**
 * A list from whose midst hundreds of thousands of items are taken, and put elsewhere: what is looked through and
 * moved up for each is one part of it. An item stands in one list at a time.
 */
export class PartedList<Item extends Parted<Item>> {
  readonly #parts: Item[][] = [];
  #all: Item[] | undefined = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** All as they stand, put together when they are asked for. */
  get all(): readonly Item[] {
    this.#all ??= this.#parts.flat();
    return this.#all;
  }

  add(item: Item): void {
    if ((this.#parts.at(-1)?.length ?? mostInPart) >= mostInPart) this.#parts.push([]);
    const last = this.#parts.at(-1)!;
    last.push(item);
    item.part = last;
    this.#size++;
    this.#all?.push(item);
  }

  /** Puts an item behind so many, or behind all. */
  insert(item: Item, index: number): void {
    if (index >= this.#size) {
      this.add(item);
      return;
    }
    let left = index;
    const at = this.#parts.findIndex(({ length }) => {
      if (left < length) return true;
      left -= length;
      return false;
    });
    const part = this.#parts[at]!;
    part.splice(left, 0, item);
    item.part = part;
    this.#size++;
    this.#all = undefined;
    if (part.length > 2 * mostInPart) this.#split(at);
  }

  /** -1 for what stands elsewhere. */
  indexOf(item: Item): number {
    const { part } = item;
    let before = 0;
    for (const one of this.#parts) {
      if (one === part) return before + one.indexOf(item);
      before += one.length;
    }
    return -1;
  }

  remove(item: Item): void {
    const at = item.part === undefined ? -1 : this.#parts.indexOf(item.part);
    if (at < 0) return;
    const part = this.#parts[at]!;
    part.splice(part.indexOf(item), 1);
    if (part.length === 0) this.#parts.splice(at, 1);
    item.part = undefined;
    this.#size--;
    this.#all = undefined;
  }

  #split(at: number): void {
    const second = this.#parts[at]!.splice(mostInPart);
    for (const item of second) item.part = second;
    this.#parts.splice(at + 1, 0, second);
  }
}
