import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runScript } from '../testing/postgres-script.ts';
import { InUse, lockFolder } from './folder-lock.ts';

const module = JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href);

describe('The lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const holder = () =>
    runScript(`
      import { lockFolder } from ${module};
      lockFolder(${JSON.stringify(folder)});
      console.log('locked');
      setInterval(() => {}, 1000);
    `);

  test('keeps a second process out, with a sentence that names the folder', async () => {
    const other = holder();
    await other.said('locked');
    expect(() => lockFolder(folder)).toThrow(InUse);
    expect(() => lockFolder(folder)).toThrow(`${folder} is in use by another Vitrine server`);
    await other.kill();
  });

  test.runIf(process.platform !== 'win32')('can be taken by nobody else on the machine', () => {
    const lock = lockFolder(folder);
    expect(statSync(join(folder, 'lock.sqlite')).mode & 0o077).toBe(0);
    lock.release();
  });

  test('ends with a process that is killed', async () => {
    const other = holder();
    await other.said('locked');
    await other.kill();
    lockFolder(folder).release();
  });

  test('keeps a second one out of the same process too, until it is released', () => {
    const first = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(InUse);
    first.release();
    lockFolder(folder).release();
  });

  test('is had by exactly one of four that start at once', async () => {
    const all = [holder(), holder(), holder(), holder()];
    const results = await Promise.allSettled(all.map((script) => script.said('locked')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const script of all) await script.kill();
  });

  test('makes a folder that is missing, and writes nothing into its file', () => {
    const missing = join(folder, 'a', 'b');
    const lock = lockFolder(missing);
    expect(readdirSync(missing)).toEqual(['lock.sqlite']);
    lock.release();
  });
});
