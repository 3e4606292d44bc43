/** What a node names, for which a compiled document keeps tables. */
export interface Named {
  /** Of variables and of their collections. */
  readonly variables: ReadonlySet<string>;
  readonly images: ReadonlySet<string>;
  /** Styles of ranges and regions. */
  readonly styles: ReadonlySet<string>;
}

const styleKeys = new Set(['inheritFillStyleId', 'inheritTextStyleId']);
const imageKeys = new Set(['imageRef', 'gifRef']);

const entriesAtOnce = 1000;

const isVariable = (text: string): boolean =>
  text.startsWith('VariableID:') || text.startsWith('VariableCollectionId:');

/** Looks through values of any nesting. Yields after each list and map, and within long ones. */
export function* namedIn(values: readonly unknown[]): Generator<void, Named> {
  const named = { variables: new Set<string>(), images: new Set<string>(), styles: new Set<string>() };
  const waiting = [...values];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && isVariable(value)) named.variables.add(value);
    if (typeof value !== 'object' || value === null) continue;
    yield;
    for (const key of Object.keys(value)) {
      if (waiting.length % entriesAtOnce === 0) yield;
      const inner: unknown = value[key as keyof typeof value];
      if (isVariable(key)) named.variables.add(key);
      if (typeof inner === 'string' && imageKeys.has(key)) named.images.add(inner);
      if (typeof inner === 'string' && styleKeys.has(key)) named.styles.add(inner);
      waiting.push(inner);
    }
  }
  return named;
}
