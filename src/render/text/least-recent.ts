/** A map of bounded weight that forgets what was asked for longest ago. */
export class LeastRecent<Value> {
  #entries = new Map<string, { value: Value; weight: number }>();
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
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value; one that is heavier than the whole limit is not kept. */
  set(key: string, value: Value, weight: number): void {
    this.#drop(key);
    if (weight > this.#limit) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
    this.#whenDropped(entry.value);
  }
}
