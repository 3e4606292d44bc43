import { describe, expect, it } from 'vitest';
import { fileAt, filesEnding } from './testing/source-files.ts';

const folders = [
  'src',
  'console',
  'conformance',
  'bench',
  'scripts',
  'fixtures',
  'fidelity',
  'contract',
  'docs',
  'bin',
];
const paths = filesEnding(/\.(ts|tsx|mjs|cjs|css|md|yaml|svg)$/, ...folders).map(({ path }) => path);
const pages = [
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'console/README.md'].map(fileAt),
  ...filesEnding(/\.md$/, 'docs/decisions'),
];

/** Paths of files in quotes, as `content/yielding.ts`; those with a place to fill in name no file. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs|md|yaml|svg))`/g)].map(([, path = '']) => path);

const isThere = (named: string): boolean =>
  paths.some((path) => path === named || path.endsWith(`/${named.replace(/^(\.\.?\/)+/, '')}`));

describe('pages for those who work on the project', () => {
  it.each(pages)('$path names files that are there', ({ text }) => {
    expect(namedIn(text).filter((named) => !isThere(named))).toEqual([]);
  });

  it('notices a file that is gone', () => {
    expect(
      namedIn('see `content/no-such-file.ts` and `src/x/<name>.ts`').filter((one) => !isThere(one)),
    ).toEqual(['content/no-such-file.ts']);
  });
});
