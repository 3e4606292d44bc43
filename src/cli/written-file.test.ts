import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { writeReadyFile } from './serve/ready-file.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-written-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(process.platform === 'win32')('What is no file', () => {
  it.each([
    ['backup', (path: string) => ['backup', path, '--overwrite']],
    ['run --record', (path: string) => ['run', '--record', path, '--', 'true']],
    ['serve --ready-file', (path: string) => ['serve', '--data', at('data'), '--ready-file', path]],
  ])('is not replaced by vitrine %s', async (_command, argumentsFor) => {
    const path = at('pipe');
    execFileSync('mkfifo', [path]);
    const { code, stderr } = await runVitrine(argumentsFor(path));
    expect([code, stderr]).toEqual([1, `${path} is no file, and stays as it is.\n`]);
    expect(statSync(path).isFIFO()).toBe(true);
  });

  it('is not written through where it waits under the name that a file has first', async () => {
    const ready = { url: 'https://127.0.0.1', ca: null, pid: 7, adminToken: 'secret' };
    writeFileSync(at('of somebody else'), '', { mode: 0o644 });
    symlinkSync(at('of somebody else'), at('ready.json.7.part'));
    await writeReadyFile(at('ready.json'), ready);
    expect(JSON.parse(readFileSync(at('ready.json'), 'utf8'))).toEqual(ready);
    expect(statSync(at('ready.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(at('of somebody else'), 'utf8')).toBe('');
  });
});
