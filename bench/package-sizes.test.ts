import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageSizes } from './package-sizes.ts';

it('Packages are weighed with those that they ask for, each once, and without what nobody asks for', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-weights-')));
  const make = (path: string, description: object, fileBytes: number) => {
    mkdirSync(join(folder, path, 'lib'), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(description).padEnd(100));
    writeFileSync(join(folder, path, 'lib', 'code.js'), 'x'.repeat(fileBytes));
  };
  make('.', { dependencies: { one: '1', two: '1' }, optionalDependencies: { 'of-other-systems': '1' } }, 1);
  make('node_modules/one', { dependencies: { two: '1', '@scope/inner': '1' } }, 10);
  make('node_modules/one/node_modules/@scope/inner', {}, 20);
  make('node_modules/two', { devDependencies: { unasked: '1' } }, 30);
  make('node_modules/unasked', {}, 40);
  const sizes = [...packageSizes(folder)].map(([place, size]) => [basename(place), size]);
  expect(sizes).toEqual([
    [basename(folder), 101],
    ['one', 110],
    ['two', 130],
    ['inner', 120],
  ]);
  rmSync(folder, { recursive: true });
});
