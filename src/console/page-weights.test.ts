import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, 'built');
const kibibyte = 1024;

type Manifest = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[]; assets?: string[] }>
>;

/** Everything that a page loads at once, fonts included, as it is sent: encoded where it was when it was built. */
function bytesOf(entry: string): number {
  const manifest: Manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'));
  const files = new Set<string>();
  const add = (name: string): void => {
    const { file, css = [], imports = [], assets = [] } = manifest[name]!;
    for (const one of [file, ...css, ...assets]) files.add(one);
    imports.forEach(add);
  };
  add(entry);
  const sent = (file: string) => (existsSync(join(built, `${file}.br`)) ? `${file}.br` : file);
  return [...files].reduce((sum, file) => sum + statSync(join(built, sent(file))).size, 0);
}

describe.skipIf(!existsSync(join(built, 'manifest.json')))('What a page loads at first', () => {
  it('is 180 kB at the most for the page of a file', () => {
    expect(bytesOf('file.html')).toBeLessThanOrEqual(180 * kibibyte);
  });

  it('is less than 10 kB for what stands in frames of other pages', () => {
    expect(bytesOf('viewer.html')).toBeLessThan(10 * kibibyte);
  });

  it('is less than 12 kB for a prototype, in frames of other pages, too', () => {
    expect(bytesOf('prototype.html')).toBeLessThan(12 * kibibyte);
  });
});
