import { describe, expect, it } from 'vitest';
import { openRequirements } from '../conformance/open-requirements.ts';
import { citationsIn, claimsOf } from './testing/citations.ts';
import { readRuleBook } from './testing/rule-book.ts';
import { fileAt, filesEnding, type SourceFile } from './testing/source-files.ts';

const bookPath = 'docs/rules.md';
/** What is read by the tests here; its examples are no citations. */
const readers = /^src\/(claimed-requirements\.test|testing\/(citations|rule-book))\.ts$/;

const book = readRuleBook(fileAt(bookPath).text);
const known = new Set(book.ids);
const requirementIds = book.ids.filter((id) => id.includes('-'));

const ownFolders = [
  'src',
  'conformance',
  'console',
  'contract',
  'bench',
  'fidelity',
  'fixtures',
  'scripts',
  'docs',
];
const ownPages = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md'];
const files = [...filesEnding(/\.(tsx?|mjs|md|yaml)$/, ...ownFolders), ...ownPages.map(fileAt)].filter(
  ({ path }) => path !== bookPath && !readers.test(path),
);

const holdsTitles = ({ path }: SourceFile): boolean =>
  /\.(test|suite|faults|fuzz)\.ts$/.test(path) || /^conformance\/.*\.ts$/.test(path);
const claimed = new Set(files.filter(holdsTitles).flatMap(({ text }) => claimsOf(text)));
const citations = files.flatMap((file) => citationsIn(file).map((id) => ({ id, path: file.path })));

describe('docs/rules.md', () => {
  it('has one sentence for each id, below the heading of its area', () => expect(book.faults).toEqual([]));

  it('has every id that code, tests, the contract and pages cite', () => {
    const unknown = citations.filter(({ id }) => !known.has(id));
    expect(unknown.map(({ id, path }) => `${path} cites ${id}`)).toEqual([]);
  });

  it('has no id that nobody cites', () => {
    const cited = new Set(citations.map(({ id }) => id));
    expect(book.ids.filter((id) => !cited.has(id))).toEqual([]);
  });

  it('is what every source in contract/overlay.yaml consists of, or the source is ours', () => {
    const sources = [...fileAt('contract/overlay.yaml').text.matchAll(/^- source: (.*)$/gm)].map(
      ([, one = '']) => one,
    );
    expect(sources.length).toBeGreaterThan(50);
    const isOfRules = (source: string) =>
      source.split(', ').every((part) => known.has(part.replace(/^ruling /, '')));
    expect(sources.filter((source) => source !== 'ours' && !isOfRules(source))).toEqual([]);
  });
});

describe('requirements of the specification', () => {
  it('are 471', () => expect(requirementIds).toHaveLength(471));

  it('are each claimed by a test or listed as open', () => {
    expect(requirementIds.filter((id) => !claimed.has(id) && !openRequirements.has(id))).toEqual([]);
  });

  it('are not listed as open once a test claims them', () => {
    expect([...openRequirements.keys()].filter((id) => claimed.has(id))).toEqual([]);
  });

  it('exist where a test claims them or the list of open ones names them', () => {
    expect([...claimed, ...openRequirements.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('a book of rules', () => {
  const faultsIn = (...lines: string[]) =>
    readRuleBook(['# Rules', 'FILE-01 here is prose.', ...lines].join('\n')).faults;

  it('is right with headings, rules and nothing else', () => {
    const lines = [
      '## Files (FILE)',
      '',
      '- **FILE-01** `key` names the file.',
      '## Rulings (H)',
      '- **H3** Both shapes are sent.',
    ];
    expect(faultsIn(...lines)).toEqual([]);
  });

  it.each([
    ['a rule that stands twice', '- **FILE-01** A key is text.', 'FILE-01 stands there twice'],
    ['a gap in the numbers', '- **FILE-03** A key is text.', 'FILE-03 stands there without FILE-02'],
    ['an id without a sentence', '- **FILE-02**', 'FILE-02 is not followed by one sentence'],
    ['an id with a word', '- **FILE-02** Keys.', 'FILE-02 is not followed by one sentence'],
    ['a sentence without an end', '- **FILE-02** A key is text', 'FILE-02 is not followed by one sentence'],
    ['two sentences', '- **FILE-02** A key is text. It is short.', 'FILE-02 is not followed by one sentence'],
    ['a rule of another area', '- **IMG-01** An image has a size.', 'IMG-01 is no id of the area FILE'],
    ['a rule in another form', '- FILE-02: A key is text.', '"- FILE-02: A key is text." is neither'],
  ])('is refused with %s', (_what, line, fault) => {
    const faults = faultsIn('## Files (FILE)', '- **FILE-01** A file has a key.', line);
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });
});

describe('a claim', () => {
  it('is read from the beginning of a title, alone or in a row', () => {
    const text = `it('[FILE-19] keeps', …); it("[FILE-20, H25, NODE-01] …"`;
    expect(claimsOf(text)).toEqual(['FILE-19', 'FILE-20', 'H25', 'NODE-01']);
  });

  it('does not count in a test that does not run, in a comment or in the middle of a sentence', () => {
    const text = `it.skip('[FILE-01] a'); it.todo(\n  '[FILE-02] b'); // it('[FILE-03] c')\n it('see [FILE-04]');`;
    expect(claimsOf(text)).toEqual([]);
  });
});

describe('a citation', () => {
  const code = (text: string) => citationsIn({ path: 'src/any.ts', text });

  it('is found in comments, titles and texts of code', () => {
    expect(code(`/** Why. @see FILE-19, ruling H10 */ it('[B3] …'); const source = 'EMB-17';`)).toEqual([
      'FILE-19',
      'EMB-17',
      'H10',
      'B3',
    ]);
  });

  it('is found anywhere in a page and in the contract', () => {
    expect(citationsIn({ path: 'docs/any.md', text: 'As A21, FILE-06 say (H3).' })).toEqual([
      'FILE-06',
      'A21',
      'H3',
    ]);
  });

  it('of a range is one of all between', () => {
    expect(code('// @see TLS-01…03, VAR-09…VAR-11, B6…B8; RFC 9700')).toEqual([
      'TLS-01',
      'TLS-02',
      'TLS-03',
      'VAR-09',
      'VAR-10',
      'VAR-11',
      'B6',
      'B7',
      'B8',
    ]);
  });

  it('is none in ids of nodes, encoded addresses, other names and code', () => {
    expect(code("// UTF-8, SHA-256, %C3%BC, I1:2;3:4, A1:2\nconst key = 'B1'; const F1 = H2;")).toEqual([]);
  });
});
