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

const testForm = /`((?:[\w-]+\/)*[\w.-]+\.(?:test|faults|suite|soak)\.ts)`/g;

/** What stands in the last column of the tables whose last column is called proof. */
const proofsIn = (text: string): string[] =>
  [...text.matchAll(/\| Proof \|\n\|[-| ]+\|\n((?:\|.*\n?)+)/g)].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) => row.split(' | ').at(-1) ?? ''),
  );

/** Of proofs those that name no test, or one that is not there. */
const withoutTest = (proofs: readonly string[]): string[] =>
  proofs.filter((proof) => {
    const tests = [...proof.matchAll(testForm)].map(([, name = '']) => name);
    return (tests.length === 0 && !proof.startsWith('the same')) || !tests.every(isThere);
  });

/** Titles of tests in “…”, each with the test that is named last before it. */
function titlesIn(text: string): { path: string; quote: string }[] {
  let path = '';
  return [...text.matchAll(new RegExp(`${testForm.source}|“([^”]+)”`, 'g'))].flatMap(([, name, quote]) => {
    if (name !== undefined) path = paths.find((one) => one === name || one.endsWith(`/${name}`)) ?? name;
    return quote === undefined ? [] : [{ path, quote }];
  });
}

/** Whether a file has a text with all parts of the quote, whichever apostrophes it is written with. */
function isQuoteFrom(path: string, quote: string): boolean {
  if (!existsSync(path)) return false;
  const alike = (words: string): string => words.replaceAll('’', "'").replaceAll("\\'", "'");
  const text = alike(fileAt(path).text);
  const parts = alike(quote)
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

  it('docs/several-machines.md names for each promise a test that is there', () => {
    const proofs = proofsIn(fileAt('docs/several-machines.md').text);
    expect(proofs.length).toBeGreaterThan(50);
    expect(withoutTest(proofs)).toEqual([]);
  });

  it('docs/decisions/0034 quotes titles of tests as they are', () => {
    const titles = titlesIn(fileAt('docs/decisions/0034-what-assumes-one-process.md').text);
    expect(titles.length).toBeGreaterThan(15);
    expect(titles.filter(({ path, quote }) => !isQuoteFrom(path, quote))).toEqual([]);
  });

  it('notice a promise without a test', () => {
    const table =
      '| When | Proof |\n|---|---|\n| a | `no-such.test.ts` |\n| b | by hand |\n| c | the same |\n';
    expect(withoutTest(proofsIn(table))).toEqual(['`no-such.test.ts` |', 'by hand |']);
    const titles = titlesIn(
      '`src/main.test.ts` “refuses a second server”; `server/tls.test.ts`, “nothing …”',
    );
    expect(titles.map(({ path, quote }) => isQuoteFrom(path, quote))).toEqual([true, false]);
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
