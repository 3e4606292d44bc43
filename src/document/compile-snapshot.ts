import { type Tree, TreeCompiler } from './compile-tree.ts';
import { DocumentRefused } from './document-refused.ts';
import type { DocumentSource, DocumentWarning } from './document-source.ts';
import { buildIdTable, type IdTable } from './id-table.ts';
import { decodeString, stringEnd } from './json-spans.ts';
import { type EntryNumbers, numberEntries, setOf } from './map-entries.ts';
import { minifyMember } from './minify-value.ts';
import { littleEndian, RowTable } from './row-table.ts';
import {
  EntryColumn,
  entryColumns,
  formatVersion,
  HeaderField,
  headerBytes,
  magic,
  NodeColumn,
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
}

/**
 * Makes the snapshot that every answer about this document is copied from.
 *
 * @throws DocumentRefused
 * @see docs/decisions/0002-compiled-snapshot.md
 */
export function compileSnapshot(source: DocumentSource): CompiledSnapshot {
  const numbers = numberEntries(source);
  const prefix = new SpanWriter(prefixCapacity(source));
  const extras = new SpanWriter(4096);
  prefix.write(Buffer.from('{"document":'));
  const tree = new TreeCompiler(source.document, prefix, extras, numbers).compile();
  const entries = writeMaps(source, numbers, prefix);
  refuseOtherRoot(tree, prefix.written());
  const idTable = buildIdTable(tree.records, prefix.written());
  const nodes = tree.records.rows;
  const hashes = keptHashes(hashedTree(tree, prefix.written(), extras.written()), nodes);
  const sections: Record<SectionName, Uint8Array> = {
    prefix: prefix.written(),
    extras: extras.written(),
    extraIndex: tree.extraIndex.bytes(),
    refs: littleEndian(sortRefs(tree)),
    records: tree.records.bytes(),
    idTable: littleEndian(idTable.slots),
    entries: entries.bytes(),
    imageRefs: Buffer.from(JSON.stringify([...tree.imageRefs])),
    boundIds: Buffer.from(JSON.stringify(tree.bindings.ids())),
    bindings: tree.bindings.grouped(),
    fields: Buffer.from(JSON.stringify(source.fields)),
    subtreeHashes: hashes,
  };
  const header = writeHeader(sections, { nodes, tree, source, idTable });
  const chunks = withPadding(header, sections);
  const sizeBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return { chunks, sizeBytes, report: { nodes, warnings: [...source.warnings, ...tree.warnings] } };
}

const hashedTree = ({ records, extraIndex }: Tree, prefix: Uint8Array, extras: Uint8Array): HashedTree => ({
  node: (row, column) => records.get(row, column),
  extra: (row, column) => extraIndex.get(row, column),
  prefix: (start, end) => prefix.subarray(start, end),
  extras: (start, end) => extras.subarray(start, end),
});

/** Room for the prefix without growing: no part of it is longer than its source. */
function prefixCapacity(source: DocumentSource): number {
  const entries = [source.components, source.componentSets, source.styles].flat();
  return source.document.length + entries.reduce((sum, entry) => sum + entry.text.length + 1, 0) + 256;
}

function refuseOtherRoot({ records }: Tree, prefix: Uint8Array): void {
  const type = decodeString(prefix, records.get(0, NodeColumn.typeStart), records.get(0, NodeColumn.typeEnd));
  if (type === 'DOCUMENT') return;
  throw new DocumentRefused(`The document has the type ${type.slice(0, 100)}; expected DOCUMENT.`);
}

/** Writes the three maps behind the document and returns where each entry lies. */
function writeMaps(source: DocumentSource, numbers: EntryNumbers, prefix: SpanWriter): RowTable {
  const entries = new RowTable(entryColumns, numbers.all.length);
  const write = (text: string) => prefix.write(Buffer.from(text));
  const writeMap = (map: DocumentSource['components']) => {
    for (const [index, { text }] of map.entries()) {
      if (index > 0) write(',');
      const row = entries.add();
      entries.set(row, EntryColumn.start, prefix.length);
      prefix.begin(text, 0);
      prefix.end(minifyMember(text, stringEnd(text, 0), prefix));
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
function sortRefs({ records, refs }: Tree): Uint32Array {
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

interface Counts {
  readonly nodes: number;
  readonly tree: Tree;
  readonly source: DocumentSource;
  readonly idTable: IdTable;
}

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

function writeHeader(sections: Record<SectionName, Uint8Array>, counts: Counts): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt32LE(formatVersion, HeaderField.formatVersion);
  header.writeUInt32LE(counts.nodes, HeaderField.nodes);
  header.writeUInt32LE(counts.tree.extraIndex.rows - 1, HeaderField.extras);
  header.writeUInt32LE(counts.source.components.length, HeaderField.components);
  header.writeUInt32LE(counts.source.componentSets.length, HeaderField.componentSets);
  header.writeUInt32LE(counts.source.styles.length, HeaderField.styles);
  header.writeUInt32LE(counts.tree.refs.rows, HeaderField.refs);
  header.writeUInt32LE(counts.idTable.slots.length / 2, HeaderField.idSlots);
  header.writeUInt32LE(counts.idTable.seed, HeaderField.idSeed);
  let position = headerBytes;
  for (const [index, name] of sectionNames.entries()) {
    const at = HeaderField.sections + index * 16;
    header.writeBigUInt64LE(BigInt(position), at);
    header.writeBigUInt64LE(BigInt(sections[name].length), at + 8);
    position += padded(sections[name].length);
  }
  return header;
}

function withPadding(header: Uint8Array, sections: Record<SectionName, Uint8Array>): Uint8Array[] {
  const chunks = [header];
  for (const name of sectionNames) {
    const gap = padded(sections[name].length) - sections[name].length;
    chunks.push(sections[name], Buffer.alloc(gap));
  }
  return chunks.filter((chunk) => chunk.length > 0);
}
