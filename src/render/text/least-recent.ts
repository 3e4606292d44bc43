interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly weight: number;
  /** Those that were asked for just before and just after it. */
  older: Entry<Value> | undefined;
  newer: Entry<Value> | undefined;
}

/**
 * A map of bounded weight that forgets what was asked for longest ago. The order is a chain of its own: a Map whose
 * first entries are gone walks over the holes to its first one, so that each that is dropped costs thousands of steps.
 */
export class LeastRecent<Value> {
  #entries = new Map<string, Entry<Value>>();
  #oldest: Entry<Value> | undefined;
  #newest: Entry<Value> | undefined;
  #weight = 0;
  readonly #limit: number;
  readonly #whenDropped: (value: Value) => void;

  constructor(limit: number, whenDropped: (value: Value) => void = () => {}) {
    this.#limit = limit;
    this.#whenDropped = whenDropped;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry !== this.#newest) {
      this.#unchain(entry);
      this.#chain(entry);
    }
    return entry.value;
  }

  /** Keeps a value; one that is heavier than the whole limit is not kept. */
  set(key: string, value: Value, weight: number): void {
    this.#drop(this.#entries.get(key));
    if (weight > this.#limit) return;
    const entry = { key, value, weight, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#chain(entry);
    this.#weight += weight;
    while (this.#weight > this.#limit) this.#drop(this.#oldest);
  }

  #chain(entry: Entry<Value>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unchain({ older, newer }: Entry<Value>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }

  #drop(entry: Entry<Value> | undefined): void {
    if (entry === undefined) return;
    this.#weight -= entry.weight;
    this.#entries.delete(entry.key);
    this.#unchain(entry);
    this.#whenDropped(entry.value);
  }
}
