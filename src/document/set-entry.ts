const plain = { enumerable: true, configurable: true, writable: true } as const;

/** Gives a map an entry, whatever its name. */
export function setEntry<T>(map: Record<string, T>, name: string, value: T): void {
  // A property by this name would be the prototype.
  if (name === '__proto__') Object.defineProperty(map, name, { value, ...plain });
  else map[name] = value;
}
