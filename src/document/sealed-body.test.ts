import zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compressFront, type SealedEncoding, seal } from './sealed-body.ts';

const decoders: Record<SealedEncoding, (bytes: Uint8Array) => Buffer> = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
};

async function sealed(encoding: SealedEncoding, front: Uint8Array[], tail: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const sums = await compressFront(encoding, front, async (bytes) => parts.push(bytes));
  return Buffer.concat([...parts, seal(encoding, tail, sums)]);
}

describe.each(['gzip', 'br', 'zstd'] as const)('a sealed %s body', (encoding) => {
  test('decodes to its front (never empty) and its tail, whatever they are', async () => {
    const bytes = fc.uint8Array({ maxLength: 5_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 4 }), bytes, async (rest, tail) => {
        const front = [Buffer.from('{'), ...rest];
        const whole = await sealed(encoding, front, tail);
        expect(decoders[encoding](whole).equals(Buffer.concat([...front, tail]))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('takes a front of several megabytes and tails around the size of a stored block', async () => {
    const front = Buffer.from('{"id":"1:2","name":"Rectangle"},'.repeat(120_000));
    for (const size of [0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 400_000]) {
      const tail = Buffer.alloc(size, 'x');
      const decoded = decoders[encoding](await sealed(encoding, [front], tail));
      expect(decoded.equals(Buffer.concat([front, tail]))).toBe(true);
    }
  });

  test('serves every tail from one compressed front', async () => {
    const parts: Uint8Array[] = [];
    const sums = await compressFront(encoding, [Buffer.from('{"document":{}')], async (part) =>
      parts.push(part),
    );
    for (const tail of [',"role":"owner"}', ',"role":"viewer"}']) {
      const whole = Buffer.concat([...parts, seal(encoding, Buffer.from(tail), sums)]);
      expect(decoders[encoding](whole).toString()).toBe(`{"document":{}${tail}`);
    }
  });
});
