import { Buffer } from 'node:buffer';
import { execFileSync, spawnSync } from 'node:child_process';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BodyEncoding, preparePrefix, seal } from './sealed-body.ts';

const decoders: Record<BodyEncoding, (bytes: Uint8Array) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
};
/** Decoders that share no code with Node's, where the machine has them. */
const commands: Record<BodyEncoding, string> = { gzip: 'gzip', br: 'brotli', zstd: 'zstd' };
const isInstalled = (command: string) => spawnSync(command, ['--version']).error === undefined;
const encodings = Object.keys(decoders) as BodyEncoding[];

async function encode(encoding: BodyEncoding, parts: Uint8Array[], tail: Uint8Array) {
  const written: Buffer[] = [];
  const prefix = await preparePrefix(parts, encoding, (bytes) => void written.push(Buffer.from(bytes)));
  const end = seal(encoding, tail, prefix);
  return { prefix, written: Buffer.concat(written), end };
}

const bytesOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 31 + (index >> 3)) & 255));

describe.each(encodings)('%s', (encoding) => {
  const decode = decoders[encoding];

  test('a prefix sealed with any tail decodes to the two of them', async () => {
    const some = fc.uint8Array({ minLength: 1, maxLength: 300 });
    const parts = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.string().map((text) => Buffer.from(text)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(some, parts, fc.uint8Array({ maxLength: 400 }), async (first, rest, tail) => {
        const prefix = [first, ...rest];
        const { written, end } = await encode(encoding, prefix, tail);
        expect(decode(Buffer.concat([written, end]))).toEqual(Buffer.concat([...prefix, tail]));
      }),
      { numRuns: 60 },
    );
  });

  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 400_000])(
    'a tail of %i bytes decodes',
    async (length) => {
      const tail = bytesOf(length);
      const { written, end } = await encode(encoding, [Buffer.from('{"document":{}')], tail);
      expect(
        decode(Buffer.concat([written, end])).equals(Buffer.concat([Buffer.from('{"document":{}'), tail])),
      ).toBe(true);
    },
  );

  test.skipIf(!isInstalled(commands[encoding]))(
    `the command ${commands[encoding]} decodes it (skipped where absent)`,
    async () => {
      const { written, end } = await encode(encoding, [bytesOf(300_000)], bytesOf(70_000));
      const input = Buffer.concat([written, end]);
      const decoded = execFileSync(commands[encoding], ['-dc'], { input, maxBuffer: 1_000_000 });
      expect(decoded.equals(Buffer.concat([bytesOf(300_000), bytesOf(70_000)]))).toBe(true);
    },
  );

  test('one prefix serves many tails', async () => {
    const { prefix, written } = await encode(encoding, [bytesOf(300_000)], Buffer.alloc(0));
    for (const tail of ['', 'a', 'b'.repeat(70_000)]) {
      const whole = decode(Buffer.concat([written, seal(encoding, Buffer.from(tail), prefix)]));
      expect(whole.equals(Buffer.concat([bytesOf(300_000), Buffer.from(tail)]))).toBe(true);
    }
  });

  test('the sizes of a prefix are those of its bytes', async () => {
    const { prefix, written } = await encode(encoding, [bytesOf(1000), bytesOf(2000)], Buffer.alloc(0));
    expect(prefix).toMatchObject({ prefixBytes: 3000, sizeBytes: written.length });
  });

  test('a prefix without bytes is refused', async () => {
    await expect(preparePrefix([], encoding, () => {})).rejects.toThrow(RangeError);
  });

  test('a prefix that breaks off fails the preparing', async () => {
    function* broken() {
      yield bytesOf(10);
      throw new Error('gone');
    }
    await expect(preparePrefix(broken(), encoding, () => {})).rejects.toThrow('gone');
  });
});
