import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { partBytes } from './part-hashes.ts';
import { unreadParts } from './unread-parts.ts';

const bytes = randomBytes(4.5 * partBytes);
/** A part as it comes, in chunks of all lengths. */
const chunksOf = (index: number): Uint8Array[] => {
  const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
  return [part.subarray(0, 10), part.subarray(10, 10), part.subarray(10, 70_000), part.subarray(70_000)];
};
const kept = (indexes: readonly number[], most = indexes.length) => {
  const parts = unreadParts(most * partBytes);
  for (const index of indexes) parts.keep(index, chunksOf(index));
  return (position: number, length: number): Buffer | undefined => {
    const target = Buffer.alloc(length);
    return parts.read(target, position) ? target : undefined;
  };
};

test('Bytes that have come are read wherever they begin and end', () => {
  for (const [position, length] of [
    [0, partBytes] as const,
    [5, 3] as const,
    [partBytes - 1, 2] as const,
    [100, 3 * partBytes] as const,
    [4 * partBytes - 7, partBytes / 2 + 7] as const,
  ]) {
    const read = kept([3, 0, 4, 1, 2]);
    expect(read(position, length)?.equals(bytes.subarray(position, position + length))).toBe(true);
  }
});

test('Bytes of which a part has not come are not read', () => {
  const read = kept([0, 2]);
  expect(read(0, partBytes + 1)).toBeUndefined();
  expect(read(0, partBytes)).toBeDefined();
});

test('What was read is not kept, nor what would be read last where there is too much', () => {
  const read = kept([2, 0, 3, 1], 3);
  expect(read(3 * partBytes, 1)).toBeUndefined();
  const others = kept([2, 0, 3, 1], 3);
  expect(others(partBytes, 2 * partBytes)).toBeDefined();
  expect([read(0, 1), others(0, 1)]).toEqual([undefined, undefined]);
});
