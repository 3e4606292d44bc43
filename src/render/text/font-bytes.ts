import { inflateSync } from 'node:zlib';

/** A file that is not a font, or a broken one. */
export class FontError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'FontError';
  }
}

/** Fonts of more bytes than this are refused, before and after unpacking; one that is sent has the contract's own bound. */
export const maxFontSizeBytes = 64 * 1024 * 1024;

const collection = 0x74746366;
const sfntFlavours = new Set([0x00010000, 0x4f54544f, 0x74727565, collection]);
const woff = 0x774f4646;
const woff2 = 0x774f4632;
const maxTables = 512;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function flavourOf(bytes: Uint8Array): number {
  if (bytes.length < 12) throw new FontError('The font is too short.');
  if (bytes.length > maxFontSizeBytes) throw new FontError('The font is too large.');
  return viewOf(bytes).getUint32(0);
}

function refuseLarge(unpackedSizeBytes: number): void {
  if (unpackedSizeBytes > maxFontSizeBytes) throw new FontError('The font unpacks to too many bytes.');
}

/** The plain TrueType or OpenType bytes of a TTF, OTF, TTC, WOFF or WOFF2 file. */
export async function unpackFont(bytes: Uint8Array): Promise<Uint8Array> {
  if (flavourOf(bytes) !== woff2) return unpackPlainFont(bytes);
  if (bytes.length < 48) throw new FontError('The font is too short.');
  refuseLarge(viewOf(bytes).getUint32(16));
  // What unpacks is a megabyte, and few servers ever see such a file.
  const { default: decompress } = await import('woff2-encoder/decompress');
  const sfnt = await decompress(bytes).catch((cause: unknown) => {
    throw new FontError('The WOFF2 file cannot be unpacked.', { cause });
  });
  refuseLarge(sfnt.length);
  return sfnt;
}

/** The same without WOFF2, whose unpacking has to be awaited. */
export function unpackPlainFont(bytes: Uint8Array): Uint8Array {
  const flavour = flavourOf(bytes);
  if (sfntFlavours.has(flavour)) return bytes;
  if (flavour !== woff) throw new FontError('The file is not a font.');
  try {
    return unpackWoff(bytes);
  } catch (cause) {
    if (cause instanceof FontError) throw cause;
    throw new FontError('The WOFF file cannot be unpacked.', { cause });
  }
}

/** Whether the font has to be unpacked with waiting. */
export const isPacked = (bytes: Uint8Array): boolean => bytes.length >= 12 && flavourOf(bytes) === woff2;

/** Whether every table lies within the bytes, as none does in full behind the place where a file was cut. */
export function isWhole(sfnt: Uint8Array): boolean {
  const view = viewOf(sfnt);
  return Array.from({ length: countFaces(sfnt) }, (_, face) => tablesAt(view, face)).every((at) =>
    Array.from({ length: view.getUint16(at + 4) }, (_, table) => at + 12 + 16 * table).every(
      (record) => view.getUint32(record + 8) + view.getUint32(record + 12) <= sfnt.length,
    ),
  );
}

const isCollection = (view: DataView): boolean => view.getUint32(0) === collection;

/** Where the tables of a face are listed. */
const tablesAt = (view: DataView, face: number): number =>
  isCollection(view) ? view.getUint32(12 + 4 * face) : 0;

const mostFaces = 64;

/** One, or those of a collection. */
export function countFaces(sfnt: Uint8Array): number {
  const view = viewOf(sfnt);
  return isCollection(view) ? Math.min(view.getUint32(8), mostFaces) : 1;
}

/** The font without the table of this name. */
export function withoutTable(sfnt: Uint8Array, name: string): Uint8Array {
  const view = viewOf(sfnt);
  const tables: Table[] = [];
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
    const record = sfnt.slice(at, at + 16);
    if (String.fromCharCode(...record.subarray(0, 4)) === name) continue;
    const offset = view.getUint32(at + 8);
    tables.push({ record, body: sfnt.subarray(offset, offset + view.getUint32(at + 12)) });
  }
  const bodies = tables.reduce((sum, { body }) => sum + ((body.length + 3) & ~3), 0);
  return sfntOf(view.getUint32(0), tables, 12 + 16 * tables.length + bodies);
}

interface Table {
  record: Uint8Array;
  body: Uint8Array;
}

function unpackWoff(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const count = view.getUint16(12);
  if (count > maxTables) throw new FontError('The font has too many tables.');
  const tables: Table[] = [];
  let sizeBytes = 12 + 16 * count;
  for (let at = 44; at < 44 + 20 * count; at += 20) {
    sizeBytes += (view.getUint32(at + 12) + 3) & ~3;
    refuseLarge(sizeBytes);
    tables.push(woffTable(bytes, view, at));
  }
  return sfntOf(view.getUint32(4), tables, sizeBytes);
}

function woffTable(bytes: Uint8Array, view: DataView, at: number): Table {
  const [offset, packed, plain, checksum] = [4, 8, 12, 16].map((step) => view.getUint32(at + step));
  const part = bytes.subarray(offset!, offset! + packed!);
  const body = packed! < plain! ? inflateSync(part, { maxOutputLength: plain! }) : part;
  if (body.length !== plain) throw new FontError('A table of the font is cut off.');
  const record = new Uint8Array(16);
  record.set(bytes.subarray(at, at + 4));
  viewOf(record).setUint32(4, checksum!);
  viewOf(record).setUint32(12, plain);
  return { record, body };
}

function sfntOf(flavour: number, tables: readonly Table[], sizeBytes: number): Uint8Array {
  const sfnt = new Uint8Array(sizeBytes);
  const view = viewOf(sfnt);
  view.setUint32(0, flavour);
  view.setUint16(4, tables.length);
  let offset = 12 + 16 * tables.length;
  for (const [place, { record, body }] of tables.entries()) {
    viewOf(record).setUint32(8, offset);
    sfnt.set(record, 12 + 16 * place);
    sfnt.set(body, offset);
    offset += (body.length + 3) & ~3;
  }
  return sfnt;
}
