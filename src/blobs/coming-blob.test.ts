import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { comingBlob } from './coming-blob.ts';
import { partBytes } from './part-hashes.ts';

const sizeBytes = 2.5 * partBytes;

/** What has come to be, in that order. */
function followed(): { words: string[]; follow: (word: string, promise: Promise<void>) => Promise<void> } {
  const words: string[] = [];
  const follow = (word: string, promise: Promise<void>) =>
    promise.then(
      () => void words.push(word),
      () => void words.push(`not ${word}`),
    );
  return { words, follow };
}

test('Bytes can be read up to the first part that is missing, and the last part by itself', async () => {
  const coming = comingBlob(sizeBytes);
  const { words, follow } = followed();
  const all = [
    follow('begin', coming.until(1)),
    follow('more', coming.until(partBytes + 1)),
    follow('whole', coming.until(sizeBytes)),
    follow('last', coming.untilLast()),
  ];
  coming.proved(2, []);
  await all[3];
  coming.proved(0, []);
  await all[0];
  expect(words).toEqual(['last', 'begin']);
  coming.proved(1, []);
  await Promise.all(all);
  expect(words).toEqual(['last', 'begin', 'more', 'whole']);
  await coming.until(sizeBytes + 1);
});

test('Whoever waits for what does not come hears why, and what is there can be read still', async () => {
  const coming = comingBlob(sizeBytes);
  coming.proved(0, []);
  const waiting = coming.until(partBytes + 1);
  coming.failed(new Error('away'));
  await expect(waiting).rejects.toThrow('away');
  await expect(coming.untilLast()).rejects.toThrow('away');
  await coming.until(partBytes);
});

test('What came is read from memory, until the file is where it stays', async () => {
  const coming = comingBlob(sizeBytes);
  const part = Buffer.alloc(partBytes, 'x');
  coming.proved(0, [part]);
  const target = Buffer.alloc(10);
  expect(coming.readUnread(target, partBytes - 10)).toBe(true);
  expect(target.toString()).toBe('x'.repeat(10));
  await coming.moved(async () => 'anywhere');
  expect(coming.readUnread(target, partBytes - 10)).toBe(false);
});

test('A file is opened where it lies, also while it is moved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-coming-'));
  try {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    writeFileSync(before, 'bytes');
    const coming = comingBlob(5);
    coming.at(before);
    const moved = coming.moved(async () => {
      renameSync(before, after);
      return after;
    });
    const file = await coming.open();
    expect(await file.readFile('utf8')).toBe('bytes');
    await file.close();
    expect(await moved).toBe(after);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
