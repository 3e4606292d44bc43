import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gather } from './byte-body.ts';
import { keptBytes } from './kept-bytes.ts';

it('Kept bytes are one piece of memory for all answers, in each encoding too', async () => {
  const bytes = Buffer.from('text '.repeat(50_000));
  const kept = keptBytes(bytes);
  expect(await gather(kept.body)).toBe(bytes);
  const [one, other] = await Promise.all([kept.encoded('br'), kept.encoded('br')]);
  expect(await gather(one)).toBe(await gather(other));
  expect(brotliDecompressSync(await gather(one)).equals(bytes)).toBe(true);
});

it('Kept bytes take encodings that are there already', async () => {
  const gzip = Buffer.from('made before');
  expect(await gather(await keptBytes(Buffer.from('text'), { gzip }).encoded('gzip'))).toBe(gzip);
});
