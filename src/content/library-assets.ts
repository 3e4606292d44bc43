import { createHash } from 'node:crypto';
import type { NodeId } from '../contract/branded-ids.ts';
import { bytesOfBody } from '../document/body-text.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { Entry, EntryMap } from '../document/snapshot-entries.ts';
import { styleBytes } from '../document/style-value.ts';
import { type ContainingFrame, containingFrame } from './containing-frame.ts';

const styleTypes = ['FILL', 'TEXT', 'EFFECT', 'GRID'] as const;
export type StyleType = (typeof styleTypes)[number];
export type AssetKind = 'component' | 'component_set' | 'style';

/** What a document offers as a library: a component, a set of them or a style. */
export interface LibraryAsset {
  readonly kind: AssetKind;
  /** Stays the same from one version of the document to the next. */
  readonly key: string;
  readonly nodeId: NodeId;
  readonly name: string;
  readonly description: string;
  /** Of a style. */
  readonly styleType: StyleType | null;
  /** Of a component or a set. */
  readonly frame: ContainingFrame | null;
  /** Of a component in a set. */
  readonly setKey: string | null;
  /** Another one when anything of the asset is another. */
  readonly hash: string;
}

const kinds: Readonly<Record<EntryMap, AssetKind>> = {
  components: 'component',
  componentSets: 'component_set',
  styles: 'style',
};

/** An entry of the maps that is well formed. */
interface ReadEntry extends Entry {
  readonly key: string;
  readonly said: Readonly<Record<string, unknown>>;
}

/**
 * The assets of a document in the order of its maps; what it has from other libraries is not its own to offer. In
 * small steps: it reads every component whole.
 */
export function* libraryAssets(snapshot: Snapshot): Generator<void, LibraryAsset[]> {
  const entries: ReadEntry[] = [];
  for (const entry of yield* snapshot.entries()) {
    yield;
    const read = readEntry(entry);
    if (read !== undefined) entries.push(read);
  }
  const setKeys = new Map(
    entries.filter(({ map }) => map === 'componentSets').map(({ id, key }) => [id, key]),
  );
  const byKey = new Map<string, LibraryAsset>();
  for (const entry of entries) {
    yield;
    const asset = yield* entry.map === 'styles'
      ? styleAsset(snapshot, entry)
      : componentAsset(snapshot, entry, setKeys);
    if (asset !== undefined) byKey.set(`${asset.kind} ${asset.key}`, asset);
  }
  return [...byKey.values()];
}

/** Keys are addresses: one that could not stand in one is left out. */
const wellFormedKey = /^[\x21-\x7e]{1,128}$/;

/** Undefined for what another library owns and for what is no entry. */
function readEntry(entry: Entry): ReadEntry | undefined {
  const said: unknown = JSON.parse(entry.text);
  if (typeof said !== 'object' || said === null) return undefined;
  const { key, remote } = said as { key?: unknown; remote?: unknown };
  if (typeof key !== 'string' || !wellFormedKey.test(key) || remote === true) return undefined;
  return { ...entry, key, said: said as ReadEntry['said'] };
}

/** Undefined for a component that is nowhere in the document. */
function* componentAsset(
  snapshot: Snapshot,
  entry: ReadEntry,
  setKeys: ReadonlyMap<string, string>,
): Generator<void, LibraryAsset | undefined> {
  if (entry.node === undefined) return undefined;
  const subtree = snapshot.subtree(entry.node, { geometry: true });
  return {
    ...namesOf(entry),
    styleType: null,
    frame: yield* containingFrame(snapshot, entry.node),
    setKey: setKeys.get(String(entry.said.componentSetId)) ?? null,
    hash: yield* hashOf(entry.text, yield* bytesOfBody(snapshot, subtree)),
  };
}

function* styleAsset(snapshot: Snapshot, entry: ReadEntry): Generator<void, LibraryAsset | undefined> {
  const styleType = styleTypes.find((type) => type === entry.said.styleType);
  if (styleType === undefined) return undefined;
  const value =
    entry.firstUser === undefined ? undefined : yield* styleBytes(snapshot, entry.id, entry.firstUser);
  return {
    ...namesOf(entry),
    styleType,
    frame: null,
    setKey: null,
    hash: yield* hashOf(entry.text, value ?? Buffer.of()),
  };
}

const namesOf = ({ map, id, key, said }: ReadEntry) => ({
  kind: kinds[map],
  key,
  nodeId: id,
  name: textOf(said.name, longestName),
  description: textOf(said.description, longestDescription),
});

/** In characters; what is longer is offered by its beginning. */
const longestName = 1000;
const longestDescription = 100_000;

/** Without the one character that a database may refuse, and no half of one that two units make. */
const textOf = (value: unknown, longest: number): string =>
  typeof value === 'string' ? value.slice(0, longest).toWellFormed().replaceAll('\0', '') : '';

const hashedAtOnceBytes = 1024 * 1024;

function* hashOf(text: string, bytes: Buffer): Generator<void, string> {
  const hash = createHash('sha256').update(text);
  for (let at = 0; at < bytes.length; at += hashedAtOnceBytes) {
    hash.update(bytes.subarray(at, at + hashedAtOnceBytes));
    yield;
  }
  return hash.digest('hex');
}
