import { type ByteSource, memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { DocumentRefused } from './document-refused.ts';
import type { BegunSource, DocumentSource } from './document-source.ts';
import type { Piece } from './selection.ts';
import {
  EntryColumn,
  ExtraColumn,
  entryColumns,
  extraColumns,
  headerBytes,
  NodeColumn,
  nodeColumns,
  none,
  paddedBytes,
  type SectionName,
  sectionNames,
} from './snapshot-layout.ts';
import { openTables, type SnapshotTables, SnapshotUnreadable } from './snapshot-tables.ts';
import { splice, wantedExtras } from './splice-extras.ts';

/** Reads a document that an answer shows. @throws DocumentRefused */
export type ReadAnswer = (text: Uint8Array) => DocumentSource | BegunSource;

/**
 * Why a snapshot that somebody else may have made can not be believed; undefined where it can. Its document is put
 * together and compiled anew: what readers go by has to be the same then. What tells uses alone (refs, bindings,
 * images) has to keep to its bounds, since versions of this program may look for more of it than those before.
 */
export function snapshotProblem(source: ByteSource, readAnswer: ReadAnswer): string | undefined {
  try {
    const tables = openTables(source);
    if (!hasLayout(tables, source.sizeBytes)) return 'Its sections are not where they belong.';
    if (!extrasAreInOrder(tables)) return 'Its index of vector and plugin data is out of order.';
    if (!saysFields(tables) || !usesAreWithin(tables)) return 'What it says of uses is out of its bounds.';
    const made = openTables(memorySource(compiledAnew(tables, readAnswer)));
    return isSame(tables, made) ? undefined : 'Its tables are not those of its document.';
  } catch (error) {
    if (error instanceof SnapshotUnreadable) return error.message;
    if (error instanceof DocumentRefused) return `Its document can not be taken: ${error.message}`;
    throw error;
  }
}

/** Sections have the lengths that the counts ask for, and stand one behind the other, as they were written. */
function hasLayout({ sections, ...tables }: SnapshotTables, sizeBytes: number): boolean {
  const { nodeCount, extraCount, entryCount, idSlots } = tables;
  const lengths: Partial<Record<SectionName, number>> = {
    extraIndex: (extraCount + 1) * extraColumns * 4,
    records: (nodeCount + 1) * nodeColumns * 4,
    idTable: idSlots * 8,
    entries: entryCount * entryColumns * 4,
  };
  let position = headerBytes;
  for (const name of sectionNames) {
    const section = sections[name];
    if ((lengths[name] ?? section.length) !== section.length) return false;
    // A section that a program did not know has no place.
    if (section.length > 0 && section.position !== position) return false;
    position += paddedBytes(section.length);
  }
  return position === sizeBytes && nodeCount > 0;
}

/** Before they are put back into the document, by which all else of them is held. */
function extrasAreInOrder({ extra, extraCount, sections }: SnapshotTables): boolean {
  let [insertAt, pieceStart] = [0, 0];
  for (let row = 0; row < extraCount; row++) {
    const next = { at: extra(row, ExtraColumn.insertAt), piece: extra(row, ExtraColumn.pieceStart) };
    if (next.at < insertAt || next.piece < pieceStart) return false;
    [insertAt, pieceStart] = [next.at, next.piece];
  }
  const end = extra(extraCount, ExtraColumn.pieceStart);
  return insertAt <= sections.prefix.length && pieceStart <= end && end === sections.extras.length;
}

function saysFields(tables: SnapshotTables): boolean {
  const fields = parsed(tables, 'fields');
  return (
    typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).every((value) => typeof value === 'string')
  );
}

function usesAreWithin(tables: SnapshotTables): boolean {
  const { node, nodeCount, entry, entryCount, ref, sections } = tables;
  const refs = sections.refs.length / 4;
  let start = 0;
  for (let row = 0; row <= nodeCount; row++) {
    const next = node(row, NodeColumn.refsStart);
    if (next < start) return false;
    start = next;
  }
  if (start !== refs) return false;
  for (let index = 0; index < refs; index++) if (ref(index) >= entryCount) return false;
  for (let row = 0; row < entryCount; row++) {
    const set = entry(row, EntryColumn.set);
    if (set !== none && set >= entryCount) return false;
  }
  return areTexts(parsed(tables, 'imageRefs')) && bindingsAreWithin(tables);
}

function bindingsAreWithin(tables: SnapshotTables): boolean {
  const ids = parsed(tables, 'boundIds');
  if (!areTexts(ids) || new Set(ids).size !== ids.length) return false;
  const { position, length } = tables.sections.bindings;
  const at = (index: number): number => tables.reader.u32(position + index * 4);
  const [starts, numbers] = [ids.length + 1, length / 4];
  if (!Number.isInteger(numbers) || numbers < starts) return false;
  for (let index = 0, before = 0; index < starts; index++) {
    if (at(index) < before) return false;
    before = at(index);
  }
  if (at(0) !== 0 || starts + at(ids.length) !== numbers) return false;
  for (let index = starts; index < numbers; index++) if (at(index) >= tables.nodeCount) return false;
  return true;
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

function parsed(tables: SnapshotTables, name: SectionName): unknown {
  try {
    return JSON.parse(Buffer.from(tables.section(name)).toString());
  } catch {
    return undefined;
  }
}

const closeBrace = Buffer.from('}');

/** The snapshot that the compiler makes of the document and the three maps beside it. */
function compiledAnew(tables: SnapshotTables, readAnswer: ReadAnswer): Uint8Array {
  const { prefix, extras } = tables.sections;
  const text = Buffer.alloc(prefix.length + extras.length + closeBrace.length);
  const segment = { start: 0, end: prefix.length, extrasStart: 0, extrasEnd: tables.extraCount };
  const pieces = splice(
    tables,
    { ...segment, nodesStart: 0, nodesEnd: 0 },
    wantedExtras({ everything: true }),
  );
  let end = 0;
  for (const piece of pieces) end += putPiece(tables, piece, text.subarray(end));
  closeBrace.copy(text, end);
  return Buffer.concat(compileSnapshot(readAnswer(text), { asIs: true }).chunks);
}

function putPiece({ reader }: SnapshotTables, piece: Piece, target: Buffer): number {
  const { source } = reader;
  if (piece instanceof Uint8Array) target.set(piece);
  else if (source.readInto === undefined) target.set(source.read(piece.position, piece.length));
  else source.readInto(target.subarray(0, piece.length), piece.position);
  return piece.length;
}

const comparedColumns = Object.values(NodeColumn).filter((column) => column !== NodeColumn.refsStart);

function isSame(tables: SnapshotTables, made: SnapshotTables): boolean {
  const { nodeCount, extraCount, entryCount, sections } = tables;
  const hasHashes = sections.subtreeHashes.length > 0;
  return (
    nodeCount === made.nodeCount &&
    extraCount === made.extraCount &&
    tables.componentCount === made.componentCount &&
    tables.componentSetCount === made.componentSetCount &&
    entryCount === made.entryCount &&
    tables.idSeed === made.idSeed &&
    sections.prefix.length === made.sections.prefix.length &&
    sections.extras.length === made.sections.extras.length &&
    hasSameNumbers(tables.node, made.node, nodeCount + 1, comparedColumns) &&
    hasSameNumbers(tables.extra, made.extra, extraCount + 1, Object.values(ExtraColumn)) &&
    hasSameNumbers(tables.entry, made.entry, entryCount, [EntryColumn.start, EntryColumn.end]) &&
    hasSameBytes(tables, made, 'idTable') &&
    (!hasHashes || hasSameBytes(tables, made, 'subtreeHashes'))
  );
}

type Numbers = (row: number, column: number) => number;

function hasSameNumbers(one: Numbers, other: Numbers, rows: number, columns: readonly number[]): boolean {
  for (let row = 0; row < rows; row++)
    for (const column of columns) if (one(row, column) !== other(row, column)) return false;
  return true;
}

const hasSameBytes = (one: SnapshotTables, other: SnapshotTables, name: SectionName): boolean =>
  Buffer.from(one.section(name)).equals(other.section(name));
