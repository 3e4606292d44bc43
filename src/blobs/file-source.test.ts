import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFileSource } from './file-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-file-source-'));
const path = join(folder, 'bytes');
writeFileSync(path, 'abcdefghij');
afterAll(() => rmSync(folder, { recursive: true }));

test('a file is read at any offset', () => {
  const source = openFileSource(path);
  const target = Buffer.alloc(4);
  source.readInto(target, 6);
  expect([source.sizeBytes, Buffer.from(source.read(2, 3)).toString(), target.toString()]).toEqual([
    10,
    'cde',
    'ghij',
  ]);
  source.close();
});

test('reading behind the end is an error, not less bytes', () => {
  const source = openFileSource(path);
  expect(() => source.read(8, 3)).toThrow('The file ends before byte 11.');
  source.close();
});

test('a closed file is closed once and not read', () => {
  const source = openFileSource(path);
  source.close();
  source.close();
  expect(() => source.read(0, 1)).toThrow('is closed');
});
