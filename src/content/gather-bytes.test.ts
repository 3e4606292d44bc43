import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { gatherBytes } from './gather-bytes.ts';

const chunksOf = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.from('ab')));

describe('The bytes of a body', () => {
  it('come whole up to the limit', async () => {
    expect(String(await gatherBytes(chunksOf(3), 6))).toBe('ababab');
    expect(await gatherBytes(Readable.from([]), 6)).toHaveLength(0);
  });

  it('above the limit are read to their end before they are refused', async () => {
    const body = chunksOf(4);
    await expect(gatherBytes(body, 6)).rejects.toMatchObject({ status: 413 });
    expect(body.readableEnded).toBe(true);
  });

  it('without an end are refused all the same', async () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(25));
    await expect(gatherBytes(body, 6)).rejects.toMatchObject({ status: 413 });
  });

  it('that break off are no body', async () => {
    const body = new PassThrough();
    body.write('ab');
    setImmediate(() => body.destroy());
    await expect(gatherBytes(body, 6)).rejects.toMatchObject({ status: 400 });
  });
});
