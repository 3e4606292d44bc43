import { expect, it } from 'vitest';
import { bytesBody, gather } from '../content/byte-body.ts';
import { readTogether } from './read-together.ts';

/** A body of a file, which is read anew by each. */
const fileOf = (sizeBytes: number) => {
  const { whole: _whole, heldBytes: _heldBytes, ...body } = bytesBody(Buffer.alloc(sizeBytes, 7));
  return body;
};

it('An image that many ask for at once is read once, and is in memory once while it is on its way', async () => {
  let reads = 0;
  const read = readTogether(async () => {
    reads++;
    return fileOf(100_000);
  });
  const asked = await Promise.all(Array.from({ length: 50 }, () => read('a.png')));
  const buffers = await Promise.all(asked.map((body) => gather(body!)));
  expect([new Set(buffers).size, buffers[0]?.length]).toEqual([1, 100_000]);
  const later = await read('a.png');
  expect([later?.whole === buffers[0], reads]).toEqual([true, 1]);
  // The first one stands for the memory, each other one for what is on its way of it.
  expect(asked.map((body) => body?.heldBytes)).toEqual([100_000, ...Array(49).fill(65_536)]);
});

it('Images that are large, other ones, and none are read by each who asks', async () => {
  const asked: string[] = [];
  const read = readTogether(async (name) => {
    asked.push(name);
    return name === 'none' ? undefined : fileOf(name === 'large' ? 300_000 : 10);
  });
  const [large, other, ...none] = await Promise.all(['large', 'b.png', 'none', 'none'].map(read));
  expect([large?.whole, other?.whole?.length, none]).toEqual([undefined, 10, [undefined, undefined]]);
  expect(asked).toEqual(['large', 'b.png', 'none', 'none']);
});

it('An image whose reading failed is read again', async () => {
  let reads = 0;
  const read = readTogether(async () => {
    reads++;
    if (reads === 1) throw new Error('The disk is away.');
    return fileOf(10);
  });
  await expect(read('a.png')).rejects.toThrow('The disk is away.');
  expect((await read('a.png'))?.sizeBytes).toBe(10);
});
