import { createHash } from 'node:crypto';
import type { BodyEncoding } from '../document/sealed-body.ts';
import { type ByteBody, bytesBody } from './byte-body.ts';
import { encodeWhole } from './encode-whole.ts';

/** Bytes that are answered again and again: made once, and each encoding when it is first asked for. */
export interface KeptBytes {
  readonly body: ByteBody;
  readonly etag: string;
  readonly encoded: (encoding: BodyEncoding) => Promise<ByteBody>;
}

/** @param made encodings that are there already */
export function keptBytes(bytes: Buffer, made: Partial<Record<BodyEncoding, Buffer>> = {}): KeptBytes {
  const encodings: Partial<Record<BodyEncoding, Promise<ByteBody>>> = {};
  const encode = async (encoding: BodyEncoding): Promise<ByteBody> => {
    const whole = made[encoding] ?? (await encodeWhole(encoding, bytes));
    return bytesBody(whole, { isKept: true });
  };
  return {
    body: bytesBody(bytes, { isKept: true }),
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded: (encoding) => {
      encodings[encoding] ??= encode(encoding);
      return encodings[encoding];
    },
  };
}
