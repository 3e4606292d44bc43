interface Entry<Key, Value> {
  readonly key: Key;
  readonly value: Value;
  readonly weight: number;
  /** Those that were asked for just before and just after it. */
  older: Entry<Key, Value> | undefined;
  newer: Entry<Key, Value> | undefined;
}

/**
 * A map of bounded weight that forgets what was asked for longest ago. The order is a chain of its own: in a Map, what
 * is deleted leaves a hole until all is laid out anew, and both a search for the first entry and one in a bucket where
 * the same key was deleted again and again walk over these.
 */
export class LeastRecent<Key, Value> {
  #entries = new Map<Key, Entry<Key, Value>>();
  #oldest: Entry<Key, Value> | undefined;
  #newest: Entry<Key, Value> | undefined;
  #weight = 0;
  readonly #limit: number;
  readonly #whenDropped: (value: Value) => void;

  /**
   * @param limit with an infinite one only `trim` forgets
   * @param whenDropped is called with each value that goes, also where another takes its place
   */
  constructor(limit: number, whenDropped: (value: Value) => void = () => {}) {
    this.#limit = limit;
    this.#whenDropped = whenDropped;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry !== this.#newest) {
      this.#unchain(entry);
      this.#chain(entry);
    }
    return entry.value;
  }

  /** The same, which counts for no use. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Keeps a value; one that is heavier than the whole limit is not kept. */
  set(key: Key, value: Value, weight = 1): void {
    if (weight > this.#limit) {
      this.delete(key);
      return;
    }
    const entry = { key, value, weight, older: undefined, newer: undefined };
    const before = this.#entries.get(key);
    // The key stays in the Map, which has no hole then.
    this.#entries.set(key, entry);
    if (before) this.#letGo(before);
    this.#chain(entry);
    this.#weight += weight;
    this.trim(this.#limit);
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry) this.#drop(entry);
  }

  /** Forgets what was asked for longest ago, until the rest is no heavier than that. */
  trim(limit: number): void {
    while (this.#oldest !== undefined && this.#weight > limit) this.#drop(this.#oldest);
  }

  #chain(entry: Entry<Key, Value>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unchain({ older, newer }: Entry<Key, Value>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }

  #drop(entry: Entry<Key, Value>): void {
    this.#entries.delete(entry.key);
    this.#letGo(entry);
  }

  #letGo(entry: Entry<Key, Value>): void {
    this.#weight -= entry.weight;
    this.#unchain(entry);
    this.#whenDropped(entry.value);
  }
}
