import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  ...filesEnding(/\.md$/, 'docs'),
];

/** Paths of files in quotes, as `content/yielding.ts`; those with a place to fill in name no file. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs|md|yaml|svg))`/g)].map(([, path = '']) => path);

/** Addresses of links to other files of the project, without their headings. */
const linkedFrom = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^(\w+:|\/)/.test(address));

const leadsSomewhere = (path: string, address: string): boolean => existsSync(join(dirname(path), address));

const isThere = (named: string): boolean =>
  paths.some((path) => path === named || path.endsWith(`/${named.replace(/^(\.\.?\/)+/, '')}`));

/** Titles of tests that a table names as proof, with the file: `name: "begin …"`, or a link in place of the name. */
const quotedIn = (text: string): { path: string; quote: string }[] =>
  text
    .split('\n')
    .flatMap((line) => (line.split('|').at(-2) ?? '').split(';'))
    .flatMap((proof) => {
      const [, link, name] = /^\s*(?:\[[^\]]*\]\(\.\.\/([^)]+)\)|([a-z][a-z0-9-]*)):/.exec(proof) ?? [];
      const path = link ?? `conformance/${name}.test.ts`;
      return [...proof.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => ({ path, quote }));
    });

/** Whether a file has a text with all parts of the quote, whichever apostrophes it is written with. */
function isQuoteFrom(path: string, quote: string): boolean {
  if (!existsSync(path)) return false;
  const text = fileAt(path).text.replaceAll('’', "'").replaceAll("\\'", "'");
  const parts = quote
    .split('…')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return text.split('\n').some((line) => {
    const places = parts.map((part) => line.indexOf(part));
    return places.every((place, at) => place >= (places[at - 1] ?? 0));
  });
}

describe('pages for those who work on the project', () => {
  it.each(pages)('$path names files that are there', ({ text }) => {
    expect(namedIn(text).filter((named) => !isThere(named))).toEqual([]);
  });

  it.each(pages)('$path links to files that are there', ({ path, text }) => {
    expect(linkedFrom(text).filter((address) => !leadsSomewhere(path, address))).toEqual([]);
  });

  it('docs/security.md quotes titles of tests as they are', () => {
    const quotes = quotedIn(fileAt('docs/security.md').text);
    expect(quotes.length).toBeGreaterThan(50);
    expect(quotes.filter(({ path, quote }) => !isQuoteFrom(path, quote))).toEqual([]);
  });

  it('ARCHITECTURE.md explains twenty words of our own at most', () => {
    const rows = fileAt('ARCHITECTURE.md').text.match(/^\| \*.*?\|/gm) ?? [];
    const words = rows.flatMap((row) => row.match(/\*\w+\*/g) ?? []);
    expect(words).toContain('*door*');
    expect(words.length).toBeLessThanOrEqual(20);
  });

  it('notice a title that no test has', () => {
    const quotes = quotedIn('| x | y | errors: "no such …"; tls: "has a certificate …" |');
    expect(quotes.map(({ path, quote }) => isQuoteFrom(path, quote))).toEqual([false, true]);
  });

  it('notice a link that leads nowhere', () => {
    const text =
      'see [this](src/no-such-file.ts#there), [that](CONTRIBUTING.md) and [them](https://example.com/)';
    const broken = linkedFrom(text).filter((address) => !leadsSomewhere('ARCHITECTURE.md', address));
    expect(broken).toEqual(['src/no-such-file.ts']);
  });

  it('notices a file that is gone', () => {
    expect(
      namedIn('see `content/no-such-file.ts` and `src/x/<name>.ts`').filter((one) => !isThere(one)),
    ).toEqual(['content/no-such-file.ts']);
  });
});
