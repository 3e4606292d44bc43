import type { Entry } from '../document/entries.ts';
import type { Snapshot } from '../document/snapshot.ts';

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
    const name = `${kind} ${key}`;
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

function remoteKey({ text }: Entry): string | undefined {
  const { key, remote } = (JSON.parse(text) ?? {}) as { key?: unknown; remote?: unknown };
  return remote === true && typeof key === 'string' && wellFormedKey.test(key) ? key : undefined;
}
