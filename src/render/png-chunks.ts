import { crc32 } from 'node:zlib';

/** The signature of a PNG. */
export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A chunk of a PNG in pieces: length and type, content, checksum. */
export function chunkPieces(type: string, content: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(type, 4, 'latin1');
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content, crc32(head.subarray(4))), 0);
  return [head, content, checksum];
}

export const chunk = (type: string, content: Uint8Array): Buffer => Buffer.concat(chunkPieces(type, content));

/** Says that the picture has 72 px to the inch (2835 to the metre) and is sRGB, as the original's do. */
export const statements = Buffer.concat([
  chunk('pHYs', Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1])),
  chunk('sRGB', Buffer.from([0])),
  chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
  chunk('tEXt', Buffer.from('Software\0Vitrine', 'latin1')),
]);
