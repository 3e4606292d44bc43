import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';
import { type Patch, type PatchList, patchList } from './patches.ts';
import { SnapshotUnreadable } from './snapshot-tables.ts';

/**
 * A changed document as the difference from a snapshot: what it takes on the disk, and to make, follows what
 * was changed and not the document. All numbers are little-endian:
 *
 * header   magic, format version and count of patches (32 bits each), the base's name (64 bytes of ASCII)
 * rows     for each patch: position (64 bits), length of what it replaces, length of what it puts (32 bits each)
 * bytes    what the patches put, in the same order
 *
 * Rows and bytes are deflated together: thousands of nodes that follow one colour put the same bytes. In format 1
 * they stand as they are.
 */
export interface Overlay {
  /** Name of the snapshot that it lies over: 64 characters. */
  readonly base: string;
  readonly patches: PatchList;
}

const magic = Buffer.from('VITROVER');
const formatVersion = 2;
const baseChars = 64;
const headerBytes = magic.length + 8 + baseChars;
const rowBytes = 16;

export async function writeOverlay(base: string, { patches }: PatchList): Promise<Buffer> {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt32LE(formatVersion, magic.length);
  header.writeUInt32LE(patches.length, magic.length + 4);
  header.write(base, magic.length + 8, baseChars, 'latin1');
  const rows = Buffer.alloc(patches.length * rowBytes);
  for (const [index, { position, length, bytes }] of patches.entries()) {
    const at = index * rowBytes;
    rows.writeBigUInt64LE(BigInt(position), at);
    rows.writeUInt32LE(length, at + 8);
    rows.writeUInt32LE(bytes.length, at + 12);
  }
  const body = Buffer.concat([rows, ...patches.map(({ bytes }) => bytes)]);
  return Buffer.concat([header, await deflated(body, { level: 1 })]);
}

const deflated: (bytes: Buffer, options: { level: number }) => Promise<Buffer> = promisify(deflateRaw);

/**
 * Undefined for bytes that are no overlay.
 * @throws SnapshotUnreadable for one that is cut off or of another format version
 */
export function readOverlay(source: ByteSource): Overlay | undefined {
  if (source.sizeBytes < headerBytes) return undefined;
  const header = bufferOf(source.read(0, headerBytes));
  if (!header.subarray(0, magic.length).equals(magic)) return undefined;
  const version = header.readUInt32LE(magic.length);
  if (version !== 1 && version !== formatVersion)
    throw new SnapshotUnreadable(
      `The overlay has format ${version}; this program reads formats up to ${formatVersion}.`,
    );
  const stored = bufferOf(source.read(headerBytes, source.sizeBytes - headerBytes));
  const body = version === 1 ? stored : inflated(stored);
  const base = header.toString('latin1', magic.length + 8, headerBytes);
  return { base, patches: patchList(readPatches(body, header.readUInt32LE(magic.length + 4))) };
}

/** @throws SnapshotUnreadable */
function inflated(stored: Buffer): Buffer {
  try {
    return inflateRawSync(stored);
  } catch (error) {
    throw new SnapshotUnreadable(`The overlay can not be unpacked: ${(error as Error).message}.`);
  }
}

function* readPatches(bytes: Buffer, count: number): Generator<Patch> {
  let start = count * rowBytes;
  if (start > bytes.length) throw new SnapshotUnreadable('The overlay is cut off.');
  for (let index = 0; index < count; index++) {
    const at = index * rowBytes;
    const end = start + bytes.readUInt32LE(at + 12);
    if (end > bytes.length) throw new SnapshotUnreadable('The overlay is cut off.');
    yield {
      position: Number(bytes.readBigUInt64LE(at)),
      length: bytes.readUInt32LE(at + 8),
      bytes: bytes.subarray(start, end),
    };
    start = end;
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
