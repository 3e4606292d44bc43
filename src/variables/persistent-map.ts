/**
 * A map by string that is never changed: `set` and `delete` return a new map that shares all but a few nodes
 * with the old one. The order of iteration follows from the keys, not from when they were set.
 */
export interface PersistentMap<V> extends Iterable<readonly [string, V]> {
  /** What {@link differingKeys} compares. */
  readonly root: unknown;
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  set(key: string, value: V): PersistentMap<V>;
  setAll(entries: Iterable<readonly [string, V]>): PersistentMap<V>;
  delete(key: string): PersistentMap<V>;
}

/** Every key below it has the same hash in a leaf; a branch has a child for each bit set in `bits`. */
type Leaf<V> = { readonly hash: number; readonly entries: readonly (readonly [string, V])[] };
type Branch<V> = { readonly bits: number; readonly children: readonly Node<V>[] };
type Node<V> = Leaf<V> | Branch<V>;

const bitsPerLevel = 5;
/** Fewer go in one after the other. */
const fewLeaves = 4;
const isLeaf = <V>(node: Node<V>): node is Leaf<V> => 'entries' in node;
const slotOf = (hash: number, shift: number): number => 1 << ((hash >>> shift) & 31);

export function persistentMap<V>(entries: Iterable<readonly [string, V]> = []): PersistentMap<V> {
  return withAll(undefined, 0, entries);
}

/** Entries that go in at once. */
const entriesPerStep = 1000;

/** The same, and yields after some of many entries. */
export function* persistentMapSteps<V>(
  entries: readonly (readonly [string, V])[],
): Generator<void, PersistentMap<V>> {
  let map = persistentMap<V>();
  for (let from = 0; from < entries.length; from += entriesPerStep) {
    map = map.setAll(entries.slice(from, from + entriesPerStep));
    yield;
  }
  return map;
}

function withAll<V>(
  before: Node<V> | undefined,
  sizeBefore: number,
  entries: Iterable<readonly [string, V]>,
) {
  const given = new Map(entries);
  let size = sizeBefore + given.size;
  if (before !== undefined) for (const key of given.keys()) if (find(before, hashOf(key), key)) size -= 1;
  const leaves = Array.from(given, (entry): Leaf<V> => ({ hash: hashOf(entry[0]), entries: [entry] }));
  return mapOf(insertAll(before, 0, leaves), size);
}

function mapOf<V>(root: Node<V> | undefined, size: number): PersistentMap<V> {
  const entryOf = (key: string) => (root === undefined ? undefined : find(root, hashOf(key), key));
  return {
    root,
    size,
    get: (key) => entryOf(key)?.[1],
    has: (key) => entryOf(key) !== undefined,
    set: (key, value) => {
      const before = entryOf(key);
      if (before !== undefined && before[1] === value) return mapOf(root, size);
      return mapOf(insert(root, 0, hashOf(key), key, value), size + (before === undefined ? 1 : 0));
    },
    setAll: (entries) => withAll(root, size, entries),
    delete: (key) => {
      if (root === undefined || entryOf(key) === undefined) return mapOf(root, size);
      return mapOf(remove(root, 0, hashOf(key), key), size - 1);
    },
    [Symbol.iterator]: () => entriesOf(root)[Symbol.iterator](),
  };
}

/** How many slots `entriesInSlot` tells apart: a key is in that of its hash's remainder. */
export const slotCount = 1 << bitsPerLevel;

/** The entries in one slot, in their order, without a look at the others. */
export function entriesInSlot<V>(map: PersistentMap<V>, slot: number): Entries<V> {
  const root = map.root as Node<V> | undefined;
  if (root === undefined || !isLeaf(root)) return entriesOf(childAt(root, 1 << slot));
  return root.hash % slotCount === slot ? root.entries : [];
}

/** The keys under which two maps hold something else. Takes what differs, not all that they hold. */
export function differingKeys<V>(one: PersistentMap<V>, other: PersistentMap<V>): string[] {
  type Pair = readonly [Node<V> | undefined, Node<V> | undefined];
  const roots = [one.root, other.root] as Pair;
  if (roots[0] === undefined) return entriesOf(roots[1]).map(([key]) => key);
  const pending: Pair[] = [roots];
  const found: string[] = [];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (left === undefined || right === undefined || isLeaf(left) || isLeaf(right)) {
      for (const key of differingEntries(entriesOf(left), entriesOf(right))) found.push(key);
    } else {
      for (let place = 0; place < 1 << bitsPerLevel; place += 1)
        pending.push([childAt(left, 1 << place), childAt(right, 1 << place)]);
    }
  }
  return found;
}

type Entries<V> = readonly (readonly [string, V])[];

function* differingEntries<V>(left: Entries<V>, right: Entries<V>): Generator<string> {
  const known = new Map(left);
  for (const [key, value] of right) {
    if (known.get(key) !== value) yield key;
    known.delete(key);
  }
  yield* known.keys();
}

function find<V>(root: Node<V>, hash: number, key: string): readonly [string, V] | undefined {
  let node = root;
  for (let shift = 0; !isLeaf(node); shift += bitsPerLevel) {
    const slot = slotOf(hash, shift);
    if ((node.bits & slot) === 0) return undefined;
    node = node.children[indexOf(node.bits, slot)] as Node<V>;
  }
  return node.hash === hash ? node.entries.find(([known]) => known === key) : undefined;
}

function insert<V>(node: Node<V> | undefined, shift: number, hash: number, key: string, value: V): Node<V> {
  if (node === undefined) return { hash, entries: [[key, value]] };
  if (isLeaf(node)) {
    if (node.hash !== hash) return insert(lifted(node, shift), shift, hash, key, value);
    return { hash, entries: [...node.entries.filter(([known]) => known !== key), [key, value]] };
  }
  const slot = slotOf(hash, shift);
  const index = indexOf(node.bits, slot);
  const taken = (node.bits & slot) !== 0;
  const child = insert(taken ? node.children[index] : undefined, shift + bitsPerLevel, hash, key, value);
  return { bits: node.bits | slot, children: node.children.toSpliced(index, taken ? 1 : 0, child) };
}

const none: readonly Leaf<never>[] = [];

/** Makes each branch once, however many of the leaves go below it. Every leaf has one entry. */
function insertAll<V>(
  node: Node<V> | undefined,
  shift: number,
  leaves: readonly Leaf<V>[],
): Node<V> | undefined {
  if (leaves.length === 0) return node;
  if (node === undefined && leaves.length === 1) return leaves[0];
  if (leaves.length < fewLeaves || leaves.every(({ hash }) => hash === leaves[0]?.hash)) {
    return leaves.reduce((into, { hash, entries: [entry] }) => insert(into, shift, hash, ...entry!), node);
  }
  const branch = node !== undefined && isLeaf(node) ? lifted(node, shift) : node;
  const below = Map.groupBy(leaves, ({ hash }) => slotOf(hash, shift));
  let bits = 0;
  const children: Node<V>[] = [];
  for (let place = 0; place < 1 << bitsPerLevel; place += 1) {
    const slot = 1 << place;
    const child = insertAll(childAt(branch, slot), shift + bitsPerLevel, below.get(slot) ?? none);
    if (child === undefined) continue;
    bits |= slot;
    children.push(child);
  }
  return { bits, children };
}

const childAt = <V>(branch: Branch<V> | undefined, slot: number): Node<V> | undefined =>
  branch === undefined || (branch.bits & slot) === 0
    ? undefined
    : branch.children[indexOf(branch.bits, slot)];

function remove<V>(node: Node<V>, shift: number, hash: number, key: string): Node<V> | undefined {
  if (isLeaf(node)) {
    const entries = node.entries.filter(([known]) => known !== key);
    return entries.length === 0 ? undefined : { hash, entries };
  }
  const slot = slotOf(hash, shift);
  const index = indexOf(node.bits, slot);
  const child = remove(node.children[index] as Node<V>, shift + bitsPerLevel, hash, key);
  if (child !== undefined) return shrunk(node.bits, node.children.with(index, child));
  return shrunk(node.bits & ~slot, node.children.toSpliced(index, 1));
}

/** A branch with a single leaf is that leaf, so that equal contents have equal trees. */
function shrunk<V>(bits: number, children: readonly Node<V>[]): Node<V> | undefined {
  const only = children.length === 1 ? children[0] : undefined;
  if (only !== undefined && isLeaf(only)) return only;
  return children.length === 0 ? undefined : { bits, children };
}

const lifted = <V>(leaf: Leaf<V>, shift: number): Branch<V> => ({
  bits: slotOf(leaf.hash, shift),
  children: [leaf],
});

/** All at once: a walk that yields takes several times as long. */
function entriesOf<V>(root: Node<V> | undefined): (readonly [string, V])[] {
  const entries: (readonly [string, V])[] = [];
  const pending = root === undefined ? [] : [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isLeaf(next)) for (const child of next.children.toReversed()) pending.push(child);
    else for (const entry of next.entries) entries.push(entry);
  }
  return entries;
}

/** How many children stand before the one of `slot`. */
function indexOf(bits: number, slot: number): number {
  let below = bits & (slot - 1);
  below -= (below >>> 1) & 0x55555555;
  below = (below & 0x33333333) + ((below >>> 2) & 0x33333333);
  return (((below + (below >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** FNV-1a over UTF-16 units, 32 bits. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
