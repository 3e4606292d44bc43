/**
 * Whether an image of this media type ends before its container does, as one whose download was cut. Bytes behind its
 * end are no fault, and what is in it is not looked at: where the container does not tell, it is taken for whole.
 */
export function isCutShort(bytes: Uint8Array, type: string | undefined): boolean {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return type !== undefined && (cuts[type]?.(image) ?? false);
  } catch (error) {
    // A number that stands behind the end.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

const cuts: Readonly<Record<string, (image: Buffer) => boolean>> = {
  'image/png': isPngCut,
  'image/jpeg': isJpegCut,
  'image/gif': isGifCut,
  'image/webp': isWebpCut,
  'image/avif': isBoxesCut,
  'image/heic': isBoxesCut,
  'image/tiff': isTiffCut,
  'image/bmp': isBmpCut,
};

/** More parts than an image has that somebody made: of those beyond nothing is asked. */
const mostParts = 200_000;

/** Goes from part to part while there is a next one, which is another place; undefined says that there is none. */
function reachesBeyond(image: Buffer, from: number, next: (at: number) => number | undefined): boolean {
  let at: number | undefined = from;
  for (let parts = 0; at !== undefined && at <= image.length && parts < mostParts; parts += 1) at = next(at);
  return at !== undefined && at > image.length;
}

/** @see PNG, 5.3: length, type, data and checksum of each chunk, the last of them IEND. */
function isPngCut(image: Buffer): boolean {
  return reachesBeyond(image, 8, (at) => {
    const isLast = image.toString('latin1', at + 4, at + 8) === 'IEND';
    const end = at + 12 + image.readUInt32BE(at);
    return isLast && end <= image.length ? undefined : end;
  });
}

const endOfImage = Buffer.from([0xff, 0xd9]);

/** Segments up to the first scan tell their lengths; what is behind ends with a marker that no scan holds. */
function isJpegCut(image: Buffer): boolean {
  let scanAt = image.length;
  const isCut = reachesBeyond(image, 2, (at) => {
    const marker = image.readUInt16BE(at);
    // Filling may stand before a marker.
    if (marker === 0xffff) return at + 1;
    if (marker === 0xffda) scanAt = at;
    return marker === 0xffda || marker < 0xff00 ? undefined : at + 2 + image.readUInt16BE(at + 2);
  });
  return isCut || image.lastIndexOf(endOfImage) < scanAt;
}

/** @see GIF89a: a header, then blocks up to the trailer, which many leave out behind their last picture. */
function isGifCut(image: Buffer): boolean {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const [extension, picture] = [0x21, 0x2c];
  let [inBlocks, hasPicture] = [false, false];
  return reachesBeyond(image, 13 + tableBytes(image.readUInt8(10)), (at) => {
    if (at === image.length && hasPicture && !inBlocks) return undefined;
    const first = image.readUInt8(at);
    if (inBlocks) {
      inBlocks = first > 0;
      return at + 1 + first;
    }
    inBlocks = first === extension || first === picture;
    hasPicture ||= first === picture;
    if (first === picture) return at + 11 + tableBytes(image.readUInt8(at + 9));
    return first === extension ? at + 2 : undefined;
  });
}

/** The container says how long it is; some leave out the byte that makes that even. */
function isWebpCut(image: Buffer): boolean {
  return 8 + image.readUInt32LE(4) > image.length + 1;
}

const boxes = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'pdin', 'mfra', 'moof']);

/** @see ISO/IEC 14496-12, 4.2: boxes that tell their sizes, or 0 for what goes to the end. */
function isBoxesCut(image: Buffer): boolean {
  let hasPicture = false;
  const isCut = reachesBeyond(image, 0, (at) => {
    if (at === image.length) return undefined;
    const [size, type] = [image.readUInt32BE(at), image.toString('latin1', at + 4, at + 8)];
    const end = at + (size === 1 ? Math.max(16, Number(image.readBigUInt64BE(at + 8))) : size);
    hasPicture ||= type === 'mdat' || (type === 'meta' && image.subarray(at, end).includes('idat'));
    return boxes.has(type) && end >= at + 8 ? end : undefined;
  });
  return isCut || !hasPicture;
}

/** Bytes of a value by its type, from 1 to 12. */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** What says where the bytes of a picture are, and how many: by strips, or by tiles. */
const [offsetTags, lengthTags] = [new Set([273, 324]), new Set([279, 325])];

/** @see TIFF 6.0, 2: a directory of values, which stand elsewhere where they are long, and say where the picture is. */
function isTiffCut(image: Buffer): boolean {
  const isLittle = image.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? image.readUInt16LE(at) : image.readUInt16BE(at));
  const long = (at: number) => (isLittle ? image.readUInt32LE(at) : image.readUInt32BE(at));
  if (short(2) !== 42) return false;
  const directory = long(4);
  const entries = Array.from({ length: short(directory) }, (_none, index) => {
    const at = directory + 2 + index * 12;
    const [tag, type, count] = [short(at), short(at + 2), long(at + 4)];
    const sizeBytes = count * (valueBytes[type] ?? 0);
    return { tag, type, count, from: sizeBytes > 4 ? long(at + 8) : at + 8, sizeBytes };
  });
  if (entries.some(({ from, sizeBytes }) => from + sizeBytes > image.length)) return true;
  const told = (tags: ReadonlySet<number>) =>
    entries.flatMap(({ tag, type, count, from }) =>
      Array.from({ length: tags.has(tag) ? Math.min(count, mostParts) : 0 }, (_none, index) =>
        type === 3 ? short(from + index * 2) : long(from + index * 4),
      ),
    );
  const lengths = told(lengthTags);
  return told(offsetTags).some((offset, index) => offset + (lengths[index] ?? 0) > image.length);
}

/** The header says where its rows begin and how many there are, if they are not compressed. */
function isBmpCut(image: Buffer): boolean {
  if (image.readUInt32LE(14) < 40 || image.readUInt32LE(30) !== 0) return false;
  const [width, height] = [image.readInt32LE(18), Math.abs(image.readInt32LE(22))];
  const rowBytes = Math.ceil((width * image.readUInt16LE(28)) / 32) * 4;
  return image.readUInt32LE(10) + rowBytes * height > image.length;
}
