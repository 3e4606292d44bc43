import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import { findNode } from './find-node.ts';
import { insideInstances, isInstance } from './instances.ts';
import { decodeString, members } from './json-spans.ts';
import { EntryColumn, NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

export type EntryMap = 'components' | 'componentSets' | 'styles';

/** What an entry of one of the three maps beside a document says. */
export interface EntryText {
  readonly map: EntryMap;
  /** The key in the map: the id of a node or of a style, which is that of a node made for it. */
  readonly id: NodeId;
  /** The value as the source has it, JSON. */
  readonly text: string;
}

/** An entry of one of the three maps, and what refers to it. */
export interface Entry extends EntryText {
  /** Index of the node with that id. */
  readonly node: number | undefined;
  /** How many nodes refer to it; what instances contain is left out, since it comes with them. */
  readonly uses: number;
  /** Index of the first node that refers to it; one inside of an instance where there is no other. */
  readonly firstUser: number | undefined;
}

/**
 * The entries of the three maps in the order of the source; a key given twice counts as the last of its entries.
 * Yields after each node and each entry.
 */
export function* readEntries(tables: SnapshotTables): Generator<void, Entry[]> {
  const uses = yield* countUses(tables);
  const entries = new Map<string, Entry>();
  for (let number = 0; number < tables.entryCount; number++) {
    yield;
    const entry = readEntry(tables, number, uses.get(number));
    entries.set(`${entry.map} ${entry.id}`, entry);
  }
  return [...entries.values()];
}

const openBrace = Buffer.from('{');
const closeBrace = Buffer.from('}');

/** The entries in the order of the source, read as they are taken. */
export function* entryTexts(tables: SnapshotTables): Generator<EntryText> {
  for (let number = 0; number < tables.entryCount; number++) yield readText(tables, number);
}

function readEntry(tables: SnapshotTables, number: number, uses: Uses | undefined): Entry {
  const entry = readText(tables, number);
  const node = findNode(tables, entry.id);
  return { ...entry, node, uses: uses?.outside ?? 0, firstUser: uses?.first };
}

function readText(tables: SnapshotTables, number: number): EntryText {
  const [start, end] = [tables.entry(number, EntryColumn.start), tables.entry(number, EntryColumn.end)];
  const bytes = Buffer.concat([openBrace, tables.prefix(start, end), closeBrace]);
  const { keyStart, keyEnd, start: valueStart, end: valueEnd } = members(bytes, 0).next().value!;
  return {
    map: mapOf(tables, number),
    id: exactNodeId(decodeString(bytes, keyStart, keyEnd)),
    text: bytes.toString('utf8', valueStart, valueEnd),
  };
}

function mapOf(tables: SnapshotTables, number: number): EntryMap {
  if (number < tables.componentCount) return 'components';
  return number < tables.componentCount + tables.componentSetCount ? 'componentSets' : 'styles';
}

interface Uses {
  /** How many nodes outside of instances refer to the entry. */
  outside: number;
  first: number;
}

/** A node that uses an entry. */
export interface EntryUser {
  readonly entry: EntryText;
  /** Its index. */
  readonly node: number;
}

/** The nodes that use the entries wanted, those inside of instances left out. Undefined is a step that found none. */
export function* entryUsers(
  tables: SnapshotTables,
  isWanted: (entry: EntryText) => boolean,
): Generator<EntryUser | undefined, void> {
  const wanted = new Map<number, EntryText>();
  for (let number = 0; number < tables.entryCount; number++) {
    yield;
    const entry = readText(tables, number);
    if (isWanted(entry)) wanted.set(number, entry);
  }
  for (const reference of references(tables)) {
    const entry = reference?.isInside === false ? wanted.get(reference.entry) : undefined;
    yield reference && entry && { entry, node: reference.row };
  }
}

function* countUses(tables: SnapshotTables): Generator<void, Map<number, Uses>> {
  const found = new Map<number, Uses>();
  for (const reference of references(tables)) {
    yield;
    if (reference !== undefined) addUse(found, reference.entry, reference.row, reference.isInside);
  }
  return found;
}

interface Reference {
  readonly entry: number;
  readonly row: number;
  /** Of a node that comes with an instance. */
  readonly isInside: boolean;
}

/** Walks over the nodes once; components and component sets refer to their own entries, which is no use. */
function* references(tables: SnapshotTables): Generator<Reference | undefined, void> {
  const definitions = tables.componentCount + tables.componentSetCount;
  const inside = yield* insideInstances(tables);
  for (let row = 0; row < tables.nodeCount; row++) {
    yield;
    const end = tables.node(row + 1, NodeColumn.refsStart);
    for (let ref = tables.node(row, NodeColumn.refsStart); ref < end; ref++) {
      const entry = tables.ref(ref);
      if (entry < definitions && !isInstance(tables, row)) continue;
      yield { entry, row, isInside: inside[row] === 1 };
    }
  }
}

function addUse(found: Map<number, Uses>, entry: number, row: number, isInside: boolean): void {
  const uses = found.get(entry) ?? { outside: 0, first: row };
  if (!isInside && uses.outside === 0) uses.first = row;
  if (!isInside) uses.outside += 1;
  found.set(entry, uses);
}
