import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { recordingIo } from '../testing/command-io.ts';
import { readSecret } from './read-secret.ts';

it.each([
  ['correct horse\n', 'correct horse'],
  [' spaces stay \r\n', ' spaces stay '],
  ['one\n\n', 'one\n'],
  ['', ''],
])('the secret of %j is %j: one line break at the end does not belong to it', async (text, secret) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-secret-'));
  try {
    await writeFile(join(folder, 'secret'), text);
    expect(await readSecret('secret', recordingIo({ cwd: folder }).io)).toBe(secret);
    const stdin = Readable.from([Buffer.from(text)]);
    expect(await readSecret('-', recordingIo({ stdin }).io)).toBe(secret);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a secret of more than a million bytes is refused, and a device is not read for ever', async () => {
  const stdin = Readable.from(Array.from({ length: 1001 }, () => Buffer.alloc(1000)));
  const most = 'cannot be read: it has more than 1,000,000 bytes.';
  await expect(readSecret('-', recordingIo({ stdin }).io)).rejects.toThrow(`Standard input ${most}`);
  await expect(readSecret('/dev/zero', recordingIo().io)).rejects.toThrow(`The file /dev/zero ${most}`);
});

it('a file that is not there is said', async () => {
  await expect(readSecret('/nowhere/at/all', recordingIo().io)).rejects.toThrow('cannot be read');
});
