import { describe, expect, it } from 'vitest';
import { isTest } from '../rooms.ts';
import { sourceFiles } from '../source-files.ts';
import { otherRoomsThatThrow, refusalsIn, refusalsOfNouns } from './refusals.ts';
import { refusalsWithoutRow } from './refusals-without-row.ts';
import { rulesOfNouns } from './rules.ts';

const rows = Object.values(rulesOfNouns).flatMap((rules) => Object.entries(rules));
const wordsOfRows = new Set(rows.flatMap(([, { words }]) => words));
const refusals = refusalsOfNouns();
const said = new Set(refusals.map(({ sentence }) => sentence));

/** A refusal of the contract's schemas, which are a part of every door. */
const isOfContract = (words: string): boolean => /": expected /.test(words);

describe('The table of doors', () => {
  it('has a row for every refusal of a noun and of a door, or says why there is none', () => {
    const without = refusals.filter(
      ({ sentence, path }) => !wordsOfRows.has(sentence) && reasonOf(path, sentence) === undefined,
    );
    expect(without).toEqual([]);
  });

  it('knows of every room that refuses, but of the one that says how calls have to come', () => {
    expect(otherRoomsThatThrow()).toEqual(['server']);
  });

  it('says of no refusal why it has no row that has one, or that is not there', () => {
    const places = new Set(refusals.map(({ path, sentence }) => `${path}: ${sentence}`));
    const needless = Object.keys(refusalsWithoutRow).filter(
      (words) => wordsOfRows.has(words) || !(said.has(words) || places.has(words)),
    );
    expect(needless).toEqual([]);
  });

  it('speaks in the words of the code', () => {
    const texts = sourceFiles('src')
      .filter(({ path }) => !isTest(path))
      .map(({ text }) => text.replaceAll("\\'", "'"));
    const isWritten = (words: string) =>
      texts.some((text) => words.split('…').every((part) => text.includes(part)));
    const others = [...wordsOfRows].filter(
      (words) => !said.has(words) && !isOfContract(words) && !isWritten(words),
    );
    expect(others).toEqual([]);
  });
});

const reasonOf = (path: string, sentence: string): string | undefined =>
  refusalsWithoutRow[sentence] ?? refusalsWithoutRow[`${path}: ${sentence}`];

describe('A refusal', () => {
  const sentencesIn = (text: string) =>
    refusalsIn([{ path: 'src/a.ts', text }]).map(({ sentence }) => sentence);

  it.each([
    ["throw badRequest('No.')", 'No.'],
    [`throw forbidden(\`No \${one} and \${other}.\`)`, 'No … and ….'],
    ["throw conflict('No ' + 'way')", 'No way'],
    ['throw notFound()', 'Not found'],
    ['throw notFound(sentences.fileNotFound)', 'File not found'],
    ["throw notFound(gone)\nconst gone = 'It is gone'", 'It is gone'],
    ["throw new ApiError(429, 'Too many.')", 'Too many.'],
    ["throw new CommentRefused('It is empty')", 'It is empty'],
    ['throw badRequest(error.message)', '(error.message)'],
  ])('is what %j throws', (text, sentence) => {
    expect(sentencesIn(text)).toEqual([sentence]);
  });

  it('is not what another file calls by the same name for itself', () => {
    const others = [
      { path: 'src/a.ts', text: "const problem = 'It is mine.'; export const shared = 'It is for all.';" },
      { path: 'src/b.ts', text: 'throw badRequest(problem); throw badRequest(shared);' },
    ];
    expect(refusalsIn(others).map(({ sentence }) => sentence)).toEqual(['(problem)', 'It is for all.']);
  });

  it('is each case of a sentence that a function answers, and no word that it answers', () => {
    const text =
      "const why = () => {\n  if (bad) return 'It is bad.';\n  return isOne ? 'It is one.' : undefined;\n  return 'one';\n};";
    expect(sentencesIn(text)).toEqual(['It is bad.', 'It is one.']);
  });

  it('is the sentence of an answer that says it', () => {
    expect(sentencesIn("answer({ refusal: 'It is used.' })")).toEqual(['It is used.']);
  });

  it.each([
    ["page({ problem: 'It is wrong.' })", ['It is wrong.']],
    [
      'const problem = `Wait $' +
        '{it}.`; page({ problem }); const other = () => { const problem = "No more."; }',
      ['Wait ….', 'No more.'],
    ],
    ["messagePage('Not there', 'It is gone.', 404)", ['It is gone.']],
    ["messagePage('Linked', 'It is linked.')", []],
    ["oauthRefusal('invalid_grant', 'It was used.')", ['It was used.']],
  ])('is what a page or a token endpoint says in %j', (text, sentences) => {
    expect(sentencesIn(text)).toEqual(sentences);
  });
});
