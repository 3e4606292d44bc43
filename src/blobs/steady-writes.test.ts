import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { steadyWrites, steadyWritesAt } from './steady-writes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-steady-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const megabyte = 1024 * 1024;

/** A file that notes how much was written to it whenever it is told to bring that to the disk. */
async function watched(): Promise<{ file: FileHandle; path: string; waits: number[] }> {
  const path = join(folder, 'file');
  const file = await open(path, 'wx');
  const waits: number[] = [];
  let waitingBytes = 0;
  const { writeFile, datasync } = file;
  file.writeFile = async (bytes) => {
    waitingBytes += (bytes as Uint8Array).length;
    await writeFile.call(file, bytes);
  };
  file.datasync = async () => {
    waits.push(waitingBytes);
    waitingBytes = 0;
    await datasync.call(file);
  };
  return { file, path, waits };
}

test.each([
  ['many pieces', Array.from({ length: 150 }, () => Buffer.alloc(megabyte, 1))],
  ['a single piece', [Buffer.alloc(150 * megabyte, 1)]],
])('Little of a large file waits for the disk at any moment, written in %s', async (_title, pieces) => {
  const { file, path, waits } = await watched();
  const write = steadyWrites(file);
  for (const piece of pieces) await write(piece);
  await file.close();
  expect(readFileSync(path).length).toBe(150 * megabyte);
  expect(waits.length).toBeGreaterThan(2);
  expect(Math.max(...waits)).toBeLessThanOrEqual(64 * megabyte);
});

test('A small file waits for no disk', async () => {
  const { file, waits } = await watched();
  await steadyWrites(file)(Buffer.alloc(megabyte));
  await file.close();
  expect(waits).toEqual([]);
});

test('Pieces are written at their places in any order, also where the system takes some of them at a time', async () => {
  const { file, path } = await watched();
  const { writev } = file;
  file.writev = (async (chunks: Uint8Array[], position: number) => {
    const first = chunks[0]!.subarray(0, 3);
    return writev.call(file, [first], position);
  }) as typeof writev;
  const writeAt = steadyWritesAt(file);
  await writeAt([Buffer.from('five, '), Buffer.from('six')], 12);
  await writeAt([Buffer.from('one, two, '), Buffer.from('3 ')], 0);
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe('one, two, 3 five, six');
});
