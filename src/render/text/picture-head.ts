import type { Size } from '../geometry/rectangle.ts';

const isPng = (bytes: DataView): boolean =>
  bytes.byteLength >= 24 && bytes.getUint32(0) === 0x89504e47 && bytes.getUint32(12) === 0x49484452;
const isJpeg = (bytes: DataView): boolean => bytes.byteLength >= 4 && bytes.getUint16(0) === 0xffd8;

/** Markers that say how large a JPEG is: all of 0xC0 to 0xCF but those that say other things. */
const saysSize = (marker: number): boolean =>
  (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: DataView): Size | undefined {
  for (let at = 2; at + 9 <= bytes.byteLength; at += 2 + bytes.getUint16(at + 2)) {
    if (bytes.getUint8(at) !== 0xff) return undefined;
    if (saysSize(bytes.getUint8(at + 1)))
      return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
  }
  return undefined;
}

/** The px of a PNG or JPEG by its first bytes, without a look at the rest; undefined where it is neither. */
export function pictureHead(picture: Uint8Array): Size | undefined {
  const bytes = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
  if (isPng(bytes)) return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
  return isJpeg(bytes) ? jpegSize(bytes) : undefined;
}
