import { expect, test } from 'vitest';
import { gatheredWrites } from './gathered-writes.ts';

test('pieces are written together, in their order and whole', async () => {
  const written: string[] = [];
  const file = { write: async (bytes: Uint8Array) => void written.push(Buffer.from(bytes).toString()) };
  const writes = gatheredWrites(file, 4);
  for (const piece of ['ab', 'c', 'def', 'g', 'hijklm', 'n']) await writes.add(Buffer.from(piece));
  await writes.end();
  await writes.end();
  expect(written).toEqual(['abcdef', 'ghijklm', 'n']);
});
