import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSmallFile } from './small-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-small-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const pipe = (name: string): string => {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
};

describe('A file that somebody named', () => {
  it('is read whole up to a million bytes', async () => {
    const path = join(folder, 'file');
    for (const text of ['', 'a\n', 'x'.repeat(1_000_000)]) {
      await writeFile(path, text);
      expect(await readSmallFile(path)).toBe(text);
    }
    await writeFile(path, 'x'.repeat(1_000_001));
    await expect(readSmallFile(path)).rejects.toThrow('it has more than 1,000,000 bytes');
  });

  it('is not read for ever where it is a device without an end', async () => {
    await expect(readSmallFile('/dev/zero')).rejects.toThrow('it has more than 1,000,000 bytes');
  });
});

describe.skipIf(process.platform === 'win32')('A pipe that somebody named', () => {
  it('is read to its end, whoever begins', async () => {
    const path = pipe('written');
    const reading = readSmallFile(path);
    const writing = createWriteStream(path);
    writing.write('one ');
    setImmediate(() => writing.end('two\n'));
    expect(await reading).toBe('one two\n');
  });

  it('is refused where nobody writes to it, or nothing', async () => {
    const path = pipe('silent');
    await expect(readSmallFile(path, 50)).rejects.toThrow('nothing comes from it for 0.05 seconds');
    const writing = createWriteStream(path, { flags: 'r+' });
    await new Promise((opened) => writing.once('open', opened));
    await expect(readSmallFile(path, 50)).rejects.toThrow('nothing comes from it for 0.05 seconds');
    writing.destroy();
  });

  it('is what a shell puts in the place of a command', () => {
    const program = `import { readSmallFile } from ${JSON.stringify(import.meta.resolve('./small-file.ts'))}; process.stdout.write(await readSmallFile(process.argv[1]));`;
    const line = `exec "$0" --input-type=module -e "$1" <(sleep 0.1; echo secret)`;
    const said = execFileSync('bash', ['-c', line, process.execPath, program], { encoding: 'utf8' });
    expect(said).toBe('secret\n');
  });
});
