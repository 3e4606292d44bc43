import type { ByteSource } from './byte-source.ts';
import { PagedReader } from './paged-reader.ts';
import { type PatchList, patchList } from './patches.ts';
import {
  entryColumns,
  extraColumns,
  formatVersion,
  HeaderField,
  headerBytes,
  magic,
  nodeColumns,
  type SectionName,
  sectionNames,
} from './snapshot-layout.ts';

/** Bytes that are no snapshot, or one of another format version, or a cut one. */
export class SnapshotUnreadable extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SnapshotUnreadable';
  }
}

export interface Section {
  readonly position: number;
  readonly length: number;
}

/** The tables of a snapshot, read in place: each call costs at most a small read. */
export interface SnapshotTables {
  readonly reader: PagedReader;
  /** What differs from the source, where it lies under an overlay. */
  readonly patches: PatchList;
  readonly sections: Readonly<Record<SectionName, Section>>;
  readonly nodeCount: number;
  readonly extraCount: number;
  readonly componentCount: number;
  readonly componentSetCount: number;
  /** Of all three maps. */
  readonly entryCount: number;
  readonly idSlots: number;
  readonly idSeed: number;
  node(row: number, column: number): number;
  extra(row: number, column: number): number;
  entry(row: number, column: number): number;
  ref(index: number): number;
  /** One of the two numbers of a slot. */
  idSlot(slot: number, half: 0 | 1): number;
  /** Bytes of the prefix by its own offsets. */
  prefix(start: number, end: number): Uint8Array;
  /** Bytes of a whole section. */
  section(name: SectionName): Uint8Array;
}

const noPatches = patchList([]);

/** @throws SnapshotUnreadable */
export function openTables(source: ByteSource, patches: PatchList = noPatches): SnapshotTables {
  const header = readHeader(source);
  const field = (name: Exclude<keyof typeof HeaderField, 'sections'>) =>
    header.readUInt32LE(HeaderField[name]);
  const sections = readSections(header, source.sizeBytes);
  const reader = new PagedReader(source);
  const column = (name: SectionName, width: number) => {
    const { position } = sections[name];
    return (row: number, at: number) => reader.u32(position + (row * width + at) * 4);
  };
  const ref = column('refs', 1);
  return {
    reader,
    patches,
    sections,
    nodeCount: field('nodes'),
    extraCount: field('extras'),
    componentCount: field('components'),
    componentSetCount: field('componentSets'),
    entryCount: field('components') + field('componentSets') + field('styles'),
    idSlots: field('idSlots'),
    idSeed: field('idSeed'),
    node: column('records', nodeColumns),
    extra: column('extraIndex', extraColumns),
    entry: column('entries', entryColumns),
    ref: (index) => ref(index, 0),
    idSlot: column('idTable', 2),
    prefix: (start, end) => reader.bytes(sections.prefix.position + start, end - start),
    section: (name) => source.read(sections[name].position, sections[name].length),
  };
}

function readHeader(source: ByteSource): Buffer {
  if (source.sizeBytes < headerBytes) throw new SnapshotUnreadable('The snapshot is cut off.');
  const bytes = source.read(0, headerBytes);
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!header.subarray(0, magic.length).equals(magic))
    throw new SnapshotUnreadable('This is not a snapshot.');
  const version = header.readUInt32LE(HeaderField.formatVersion);
  if (version === formatVersion) return header;
  throw new SnapshotUnreadable(
    `The snapshot has format ${version}; this program reads format ${formatVersion}.`,
  );
}

function readSections(header: Buffer, sizeBytes: number): Record<SectionName, Section> {
  const entries = sectionNames.map((name, index) => {
    const at = HeaderField.sections + index * 16;
    const section = {
      position: Number(header.readBigUInt64LE(at)),
      length: Number(header.readBigUInt64LE(at + 8)),
    };
    if (section.position + section.length > sizeBytes)
      throw new SnapshotUnreadable('The snapshot is cut off.');
    return [name, section];
  });
  return Object.fromEntries(entries) as Record<SectionName, Section>;
}
