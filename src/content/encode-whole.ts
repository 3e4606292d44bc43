import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { BodyEncoding } from '../document/sealed-body.ts';

/** What is encoded while somebody waits. */
export const fastBrotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
export const fastGzip = { level: 5 };
export const fastZstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } };

const wholeEncoders: Readonly<Record<BodyEncoding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: (bytes) => promisify(zlib.brotliCompress)(bytes, fastBrotli),
  gzip: (bytes) => promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip)(bytes, fastGzip),
  zstd: (bytes) => promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)(bytes, fastZstd),
};

export function encodeWhole(encoding: BodyEncoding, bytes: Uint8Array): Promise<Buffer> {
  return wholeEncoders[encoding](bytes);
}
