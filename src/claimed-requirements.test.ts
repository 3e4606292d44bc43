import { describe, expect, it } from 'vitest';
import { openRequirements } from '../conformance/open-requirements.ts';
import { requirementCounts, requirementIds } from '../conformance/requirement-ids.ts';
import { type SourceFile, sourceFiles, withoutComments } from './testing/source-files.ts';

/** A title that begins with rule ids, and the word before it where the test does not run: `it.todo('[FILE-19] …`. */
const title = /(?:\.(skip|todo|fails)\s*\(\s*)?['"`]\[([A-Z]+-?\d+(?:\s*,\s*[A-Z]+-?\d+)*)\]/g;

/** The requirement ids that titles of running tests begin with; rulings (`H25`) may stand beside them. */
function claimsOf(text: string): string[] {
  return [...withoutComments(text).matchAll(title)]
    .filter(([, notRun]) => notRun === undefined)
    .flatMap(([, , ids = '']) => ids.split(/\s*,\s*/))
    .filter((id) => (id.split('-')[0] ?? '') in requirementCounts);
}

const holdsTitles = ({ path }: SourceFile): boolean =>
  /\.(test|suite|faults|fuzz)\.ts$/.test(path) ||
  (path.startsWith('conformance/') && !/\/(requirement-ids|open-requirements)\.ts$/.test(path));

const claimed = new Set(
  sourceFiles('src', 'conformance', 'bench', 'fixtures', 'scripts')
    .filter((file) => holdsTitles(file) && file.path !== 'src/claimed-requirements.test.ts')
    .flatMap(({ text }) => claimsOf(text)),
);
const known = new Set(requirementIds);

describe('requirements of the specification', () => {
  it('are 471', () => expect(known.size).toBe(471));

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

describe('a claim', () => {
  it('is read from the beginning of a title, alone or in a row', () => {
    expect(claimsOf(`it('[FILE-19] keeps', …); it("[FILE-20, H25, NODE-01] …"`)).toEqual([
      'FILE-19',
      'FILE-20',
      'NODE-01',
    ]);
  });

  it('does not count in a test that does not run, in a comment or in the middle of a sentence', () => {
    const text = `it.skip('[FILE-01] a'); it.todo(\n  '[FILE-02] b'); // it('[FILE-03] c')\n it('see [FILE-04]');`;
    expect(claimsOf(text)).toEqual([]);
  });
});
