import type { Snapshot } from '../document/snapshot.ts';
import type { EntryText } from '../document/snapshot-entries.ts';

/** What of a library can be used in other files. */
export type UsedKind = 'component' | 'style' | 'variable';

/** How often a document uses something of a library. */
export interface LibraryUse {
  readonly kind: UsedKind;
  /** Of the component, the style or the variable. */
  readonly key: string;
  readonly uses: number;
}

/**
 * What a document uses of libraries: instances of their components, nodes with their styles, nodes bound to their
 * variables. What a file uses of its own does not count. In small steps: it looks at every node.
 */
export function* libraryUses(snapshot: Snapshot): Generator<void, LibraryUse[]> {
  const found = new Map<string, LibraryUse>();
  const add = (kind: UsedKind, key: string, uses: number) => {
    const name = assetName({ kind, key });
    if (uses > 0) found.set(name, { kind, key, uses: uses + (found.get(name)?.uses ?? 0) });
  };
  for (const entry of yield* snapshot.entries()) {
    const key = remoteKey(entry);
    if (key !== undefined && entry.map !== 'componentSets') add(kinds[entry.map], key, entry.uses);
  }
  for (const [id, uses] of yield* snapshot.boundUses()) {
    const [, key] = subscribedVariable.exec(id) ?? [];
    if (key !== undefined) add('variable', key, uses);
  }
  return [...found.values()];
}

const kinds = { components: 'component', styles: 'style' } as const;
const subscribedVariable = /^VariableID:([\x21-\x2e\x30-\x7e]{1,128})\//;
const wellFormedKey = /^[\x21-\x7e]{1,128}$/;

/** What tells an asset of a library from the others. */
export const assetName = ({ kind, key }: Pick<LibraryUse, 'kind' | 'key'>): string => `${kind} ${key}`;

/** Ids of the nodes that use the assets of these names, by name, counted as `libraryUses` counts. */
export function* libraryUsers(
  snapshot: Snapshot,
  names: ReadonlySet<string>,
): Generator<void, Map<string, Set<string>>> {
  const users = new Map<string, Set<string>>();
  const add = (name: string, node: number) =>
    users.set(name, (users.get(name) ?? new Set()).add(snapshot.node(node).id));
  const nameOf = (entry: EntryText): string => {
    const key = remoteKey(entry);
    return key === undefined || entry.map === 'componentSets'
      ? ''
      : assetName({ kind: kinds[entry.map], key });
  };
  for (const user of snapshot.entryUsers((entry) => names.has(nameOf(entry)))) {
    yield;
    if (user !== undefined) add(nameOf(user.entry), user.node);
  }
  for (const id of snapshot.boundIds()) {
    yield;
    const [, key = ''] = subscribedVariable.exec(id) ?? [];
    const name = assetName({ kind: 'variable', key });
    if (names.has(name)) for (const node of snapshot.nodesBoundTo(id)) add(name, node);
  }
  return users;
}

function remoteKey({ text }: EntryText): string | undefined {
  const { key, remote } = (JSON.parse(text) ?? {}) as { key?: unknown; remote?: unknown };
  return remote === true && typeof key === 'string' && wellFormedKey.test(key) ? key : undefined;
}
