import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packPackage, tarHead } from '../testing/npm-registry.ts';
import { catalogueName } from './catalogue-name.ts';
import { familyFiles } from './family-files.ts';
import { packageFiles } from './package-files.ts';

it.each([
  ['Poppins', 'poppins'],
  [' Source  Sans 3 ', 'source-sans-3'],
  ['M PLUS 1p', 'm-plus-1p'],
])('The family "%s" is called %s in the catalogue', (family, name) => {
  expect(catalogueName(family)).toBe(name);
});

it.each([
  '',
  '--registry=https://elsewhere.example',
  '-g',
  '../other',
  'a/b',
  'a@1.0.0',
  'file:.',
  'git+https://elsewhere.example/a',
  'a\0b',
  'a\nb',
  '微软雅黑',
  'a'.repeat(200),
])('The family %j is none of the catalogue', (family) => {
  expect(() => catalogueName(family)).toThrow('No family of the catalogue has a name like this.');
});

const files = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Buffer.from('font')]));
const chosen = async (names: readonly string[], more: Record<string, string> = { LICENSE: 'Free' }) =>
  familyFiles('acme-sans', await packageFiles(packPackage({ ...files(names), ...more })));

it('Of a package each script, weight and slant comes once, and the licence', async () => {
  const { files: fonts, licence } = await chosen([
    'files/acme-sans-latin-400-normal.woff2',
    'files/acme-sans-latin-400-normal.woff',
    'files/acme-sans-latin-ext-700-italic.woff2',
    'files/acme-sans-17-400-normal.woff2',
    'files/acme-sans-[3]-400-normal.woff2',
    'files/other-sans-latin-400-normal.woff2',
    'index.css',
  ]);
  expect(fonts.map(({ weight, italic }) => [weight, italic])).toEqual([
    [400, false],
    [700, true],
  ]);
  expect(licence.toString()).toBe('Free');
});

it.each([
  [[], { LICENSE: 'Free' }, 'holds no fonts'],
  [['files/acme-sans-latin-400-normal.woff2'], {}, 'holds no licence'],
  [['files/acme-sans-latin-400-normal.woff2'], { LICENSE: 'x'.repeat(300_000) }, 'holds no licence'],
  [
    Array.from(
      { length: 401 },
      (_, at) =>
        `files/acme-sans-${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${'a'.repeat(at / 26)}-400-normal.woff2`,
    ),
    { LICENSE: 'Free' },
    'more than 400 fonts',
  ],
])('A package that is none of a family is refused: %#', async (names, more, sentence) => {
  await expect(chosen(names, more as Record<string, string>)).rejects.toThrow(sentence);
});

it.each([
  ['no GZIP', Buffer.from('<html>')],
  ['cut', packPackage({ LICENSE: 'x'.repeat(9000) }).subarray(0, 60)],
  ['with a file that goes on behind its end', gzipSync(tarHead('package/a', 4096))],
  ['with a size that is no number', gzipSync(tarHead('package/a', Number.NaN))],
])('A package that is %s is damaged', async (_, bytes) => {
  await expect(packageFiles(bytes)).rejects.toThrow(/The package of this family is damaged/);
});
