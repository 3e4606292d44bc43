import { mostProperties, type Tree, TreeCompiler } from './compile-tree.ts';
import { DocumentRefused } from './document-refused.ts';
import type { BegunSource, DocumentSource, DocumentWarning } from './document-source.ts';
import { buildIdTable, type IdTable } from './id-table.ts';
import { decodeString } from './json-spans.ts';
import { walkColon, walkString } from './json-tokens.ts';
import { OpenContainers, walkValue } from './json-walk.ts';
import { type EntryNumbers, numberEntries, setOf } from './map-entries.ts';
import { resolveMentions } from './mentions.ts';
import { littleEndian, RowTable } from './row-table.ts';
import {
  EntryColumn,
  entryColumns,
  formatVersion,
  HeaderField,
  headerBytes,
  magic,
  NodeColumn,
  paddedBytes,
  type SectionName,
  sectionNames,
} from './snapshot-layout.ts';
import { SpanWriter } from './span-writer.ts';
import { type HashedTree, keptHashes } from './subtree-hashes.ts';

export interface ImportReport {
  readonly nodes: number;
  readonly warnings: readonly DocumentWarning[];
}

export interface CompiledSnapshot {
  /** The snapshot's bytes in order. */
  readonly chunks: readonly Uint8Array[];
  readonly sizeBytes: number;
  readonly report: ImportReport;
  /** Of what it was made. */
  readonly source: DocumentSource;
}

/** How a document is compiled. */
interface Compiling {
  /** Nodes are not given what they mean without saying it: the document was compiled before. */
  readonly asIs?: boolean;
}

/**
 * Makes the snapshot that every answer about this document is copied from.
 *
 * @throws DocumentRefused
 * @see docs/decisions/0002-compiled-snapshot.md
 */
export function compileSnapshot(
  source: DocumentSource | BegunSource,
  { asIs = false }: Compiling = {},
): CompiledSnapshot {
  try {
    return compile('finish' in source ? source : begun(source), asIs);
  } catch (error) {
    // What is wrong with a text is told before what is wrong with a node.
    if (error instanceof DocumentRefused && 'finish' in source) source.readWhole();
    throw error;
  }
}

const begun = (source: DocumentSource): Omit<BegunSource, 'readWhole'> => ({
  text: source.document,
  levels: 0,
  finish: () => source,
});

function compile({ text, levels, finish }: Omit<BegunSource, 'readWhole'>, asIs: boolean): CompiledSnapshot {
  const prefix = new SpanWriter(4096);
  const extras = new SpanWriter(4096);
  prefix.write(Buffer.from('{"document":'));
  const tree = new TreeCompiler(text, prefix, extras, asIs).compile(levels);
  const source = finish(tree.end);
  const numbers = numberEntries(source);
  const refs = resolveMentions(tree.mentions, text, numbers);
  const entries = writeMaps(source, numbers, prefix);
  refuseOtherRoot(tree, prefix);
  const idTable = buildIdTable(tree.records, prefix);
  const nodes = tree.records.rows;
  const hashes = keptHashes(hashedTree(tree, prefix, extras), nodes);
  const sections: Sections = {
    prefix: prefix.pieces(),
    extras: extras.pieces(),
    extraIndex: [tree.extraIndex.bytes()],
    refs: [littleEndian(sortRefs(tree, refs))],
    records: [tree.records.bytes()],
    idTable: [littleEndian(idTable.slots)],
    entries: [entries.bytes()],
    imageRefs: [Buffer.from(JSON.stringify([...tree.imageRefs]))],
    boundIds: [Buffer.from(JSON.stringify(tree.bindings.ids()))],
    bindings: [tree.bindings.grouped()],
    fields: [Buffer.from(JSON.stringify(source.fields))],
    subtreeHashes: [hashes],
  };
  const header = writeHeader(sections, { nodes, tree, source, refs: refs.rows, idTable });
  const chunks = withPadding(header, sections);
  const sizeBytes = sizeOf(chunks);
  const report = { nodes, warnings: [...source.warnings, ...tree.warnings] };
  return { chunks, sizeBytes, report, source };
}

const hashedTree = ({ records, extraIndex }: Tree, prefix: SpanWriter, extras: SpanWriter): HashedTree => ({
  node: (row, column) => records.get(row, column),
  extra: (row, column) => extraIndex.get(row, column),
  prefix: (start, end) => prefix.read(start, end),
  extras: (start, end) => extras.read(start, end),
});

function refuseOtherRoot({ records }: Tree, prefix: SpanWriter): void {
  const token = prefix.read(records.get(0, NodeColumn.typeStart), records.get(0, NodeColumn.typeEnd));
  const type = decodeString(token, 0, token.length);
  if (type === 'DOCUMENT') return;
  throw new DocumentRefused(`The document has the type ${type.slice(0, 100)}; expected DOCUMENT.`);
}

/** Writes the three maps behind the document and returns where each entry lies. */
function writeMaps(source: DocumentSource, numbers: EntryNumbers, prefix: SpanWriter): RowTable {
  const entries = new RowTable(entryColumns, numbers.all.length);
  const open = new OpenContainers(mostProperties);
  const write = (text: string) => prefix.write(Buffer.from(text));
  const writeMap = (map: DocumentSource['components']) => {
    for (const [index, { text }] of map.entries()) {
      if (index > 0) write(',');
      const row = entries.add();
      entries.set(row, EntryColumn.start, prefix.length);
      prefix.begin(text, 0);
      prefix.end(walkValue(text, walkColon(text, walkString(text, 0), prefix), { open, writer: prefix }));
      entries.set(row, EntryColumn.end, prefix.length);
      entries.set(row, EntryColumn.set, setOf(numbers.all[row]!, numbers.componentSets));
    }
  };
  write(',"components":{');
  writeMap(source.components);
  write('},"componentSets":{');
  writeMap(source.componentSets);
  write('},"schemaVersion":0,"styles":{');
  writeMap(source.styles);
  write('}');
  return entries;
}

/** Groups the refs by node, in the order found, and writes down where each node's begin. */
function sortRefs({ records }: Tree, refs: RowTable): Uint32Array {
  const counts = new Uint32Array(records.rows);
  for (let ref = 0; ref < refs.rows; ref++) counts[refs.get(ref, 0)]!++;
  const next = new Uint32Array(records.rows);
  let start = 0;
  for (let row = 0; row < records.rows; row++) {
    records.set(row, NodeColumn.refsStart, start);
    next[row] = start;
    start += counts[row]!;
  }
  const closing = records.add();
  records.set(closing, NodeColumn.refsStart, start);
  const sorted = new Uint32Array(refs.rows);
  for (let ref = 0; ref < refs.rows; ref++) sorted[next[refs.get(ref, 0)]!++] = refs.get(ref, 1);
  return sorted;
}

/** Each in pieces, one behind the other. */
type Sections = Readonly<Record<SectionName, readonly Uint8Array[]>>;

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

interface Counts {
  readonly nodes: number;
  readonly tree: Tree;
  readonly source: DocumentSource;
  readonly refs: number;
  readonly idTable: IdTable;
}

function writeHeader(sections: Sections, counts: Counts): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt32LE(formatVersion, HeaderField.formatVersion);
  header.writeUInt32LE(counts.nodes, HeaderField.nodes);
  header.writeUInt32LE(counts.tree.extraIndex.rows - 1, HeaderField.extras);
  header.writeUInt32LE(counts.source.components.length, HeaderField.components);
  header.writeUInt32LE(counts.source.componentSets.length, HeaderField.componentSets);
  header.writeUInt32LE(counts.source.styles.length, HeaderField.styles);
  header.writeUInt32LE(counts.refs, HeaderField.refs);
  header.writeUInt32LE(counts.idTable.slots.length / 2, HeaderField.idSlots);
  header.writeUInt32LE(counts.idTable.seed, HeaderField.idSeed);
  let position = headerBytes;
  for (const [index, name] of sectionNames.entries()) {
    const at = HeaderField.sections + index * 16;
    header.writeBigUInt64LE(BigInt(position), at);
    const sizeBytes = sizeOf(sections[name]);
    header.writeBigUInt64LE(BigInt(sizeBytes), at + 8);
    position += paddedBytes(sizeBytes);
  }
  return header;
}

function withPadding(header: Uint8Array, sections: Sections): Uint8Array[] {
  const chunks = [header];
  for (const name of sectionNames) {
    const sizeBytes = sizeOf(sections[name]);
    for (const chunk of sections[name]) chunks.push(chunk);
    chunks.push(Buffer.alloc(paddedBytes(sizeBytes) - sizeBytes));
  }
  return chunks.filter((chunk) => chunk.length > 0);
}
