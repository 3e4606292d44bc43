import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';
import { type Patch, type PatchList, patchListSteps } from './patches.ts';
import { atOnce } from './run-at-once.ts';
import { openTables, SnapshotUnreadable } from './snapshot-tables.ts';

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

export const writeOverlay = (base: string, list: PatchList): Promise<Buffer> =>
  sealOverlay(base, list, atOnce(overlaySteps(list)));

/** What an overlay holds behind its header, and yields after each patch. */
export function* overlaySteps({ patches }: PatchList): Generator<void, Buffer> {
  const putBytes = patches.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const body = Buffer.allocUnsafe(patches.length * rowBytes + putBytes);
  let end = patches.length * rowBytes;
  for (const [index, { position, length, bytes }] of patches.entries()) {
    const at = index * rowBytes;
    body.writeBigUInt64LE(BigInt(position), at);
    body.writeUInt32LE(length, at + 8);
    body.writeUInt32LE(bytes.length, at + 12);
    body.set(bytes, end);
    end += bytes.length;
    yield;
  }
  return body;
}

/** @param body as `overlaySteps` makes it of the same patches */
export async function sealOverlay(base: string, { patches }: PatchList, body: Buffer): Promise<Buffer> {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt32LE(formatVersion, magic.length);
  header.writeUInt32LE(patches.length, magic.length + 4);
  header.write(base, magic.length + 8, baseChars, 'latin1');
  return Buffer.concat([header, await deflated(body, { level: 1 })]);
}

const deflated: (bytes: Buffer, options: { level: number }) => Promise<Buffer> = promisify(deflateRaw);
const inflated: (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer> =
  promisify(inflateRaw);
/** Far more than changes of a design take; one that was made to unfold without end is given up. */
const unfolding = { maxOutputLength: 512 * 1024 * 1024 };

/**
 * Undefined for bytes that are no overlay.
 * @throws SnapshotUnreadable for one that is cut off or of another format version
 */
export function readOverlay(source: ByteSource): Overlay | undefined {
  const sealed = readSealed(source);
  if (sealed === undefined) return undefined;
  const { base, count, stored } = sealed;
  const body = sealed.isDeflated ? readable(() => inflateRawSync(stored, unfolding)) : stored;
  return { base, patches: atOnce(patchListSteps(readPatches(body, count))) };
}

/** The same; what is long is done in steps that `runYielding` yields between. */
export async function readOverlayYielding(
  source: ByteSource,
  runYielding: <T>(steps: Generator<void, T>) => Promise<T>,
): Promise<Overlay | undefined> {
  const sealed = readSealed(source);
  if (sealed === undefined) return undefined;
  const { base, count, stored } = sealed;
  const body = sealed.isDeflated ? await inflated(stored, unfolding).catch(unreadable) : stored;
  return { base, patches: await runYielding(patchListSteps(readPatches(body, count))) };
}

/** Whether bytes that begin so are an overlay. */
export const isOverlay = (beginning: Uint8Array): boolean =>
  magic.equals(beginning.subarray(0, magic.length));

/**
 * What is wrong with a blob that is meant to be a design, as far as its beginning tells, or whose difference it is.
 * @param beginning the first bytes of it, `headerBytes` of a snapshot at least where it has as many
 */
export function designIn(
  beginning: Uint8Array,
  sizeBytes: number,
): { readonly problem: string } | { readonly base: string | undefined } {
  const read = (position: number, length: number) => beginning.subarray(position, position + length);
  const source = { sizeBytes: isOverlay(beginning) ? beginning.length : sizeBytes, read };
  try {
    const base = readSealed(source)?.base;
    if (base === undefined) openTables(source);
    return { base };
  } catch (error) {
    if (error instanceof SnapshotUnreadable) return { problem: error.message };
    throw error;
  }
}

interface Sealed {
  readonly base: string;
  readonly count: number;
  readonly stored: Buffer;
  readonly isDeflated: boolean;
}

function readSealed(source: ByteSource): Sealed | undefined {
  if (source.sizeBytes < headerBytes) return undefined;
  const header = bufferOf(source.read(0, headerBytes));
  if (!isOverlay(header)) return undefined;
  const version = header.readUInt32LE(magic.length);
  if (version !== 1 && version !== formatVersion)
    throw new SnapshotUnreadable(
      `The overlay has format ${version}; this program reads formats up to ${formatVersion}.`,
    );
  return {
    base: header.toString('latin1', magic.length + 8, headerBytes),
    count: header.readUInt32LE(magic.length + 4),
    stored: bufferOf(source.read(headerBytes, source.sizeBytes - headerBytes)),
    isDeflated: version !== 1,
  };
}

/** @throws SnapshotUnreadable */
function readable(unpack: () => Buffer): Buffer {
  try {
    return unpack();
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): never {
  throw new SnapshotUnreadable(`The overlay can not be unpacked: ${(error as Error).message}.`);
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
