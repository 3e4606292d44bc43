import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConsoleFiles } from './console-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-console-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const built = {
  'index.html': { file: 'assets/index-1.js', css: ['assets/index-1.css'], imports: ['_shared.js'] },
  'viewer.html': { file: 'assets/viewer-1.js' },
  '_shared.js': { file: 'assets/shared-1.js', css: ['assets/shared-1.css', 'assets/index-1.css'] },
};

function build(assets: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(built));
  for (const [name, text] of Object.entries(assets)) writeFileSync(join(folder, 'assets', name), text);
}

describe('The files of the console', () => {
  it('are none where it was not built', () => {
    const { console, viewer, assets } = readConsoleFiles(join(folder, 'absent'));
    expect([console, viewer, assets.size]).toEqual([undefined, undefined, 0]);
  });

  it('name what each page begins with, styles of what it imports first and each once', () => {
    build({});
    const { console, viewer } = readConsoleFiles(folder);
    expect(console).toEqual({
      scripts: ['assets/index-1.js'],
      styles: ['assets/shared-1.css', 'assets/index-1.css'],
    });
    expect(viewer).toEqual({ scripts: ['assets/viewer-1.js'], styles: [] });
  });

  it('are those of known types, with their encoded forms', () => {
    build({ 'a.js': 'one', 'a.js.br': 'two', 'a.js.gz': 'three', 'notes.txt': 'no', '.inputs': 'no' });
    const { assets } = readConsoleFiles(folder);
    expect([...assets.keys()]).toEqual(['a.js']);
    const { bytes, contentType, encoded } = assets.get('a.js') ?? {};
    expect([String(bytes), contentType]).toEqual(['one', 'text/javascript; charset=utf-8']);
    expect([String(encoded?.br), String(encoded?.gzip)]).toEqual(['two', 'three']);
  });
});
