import { expect, test } from 'vitest';
import { DocumentRefused } from '../document/document-refused.ts';
import { converterOf, detectFormat, readAnswer } from './importers.ts';

test.each([
  ['{"document":{}}', 'rest'],
  [' \r\n\t[', 'rest'],
  ['\ufeff  {', 'rest'],
  ['', undefined],
  ['   ', undefined],
  ['fig-kiwi', 'fig'],
  ['fig-deck', 'fig'],
  ['fig-jam.', 'fig'],
  ['fig-else', undefined],
  ['PK\u0003\u0004', 'fig'],
])('the first bytes of %j tell its format', (text, format) => {
  expect(detectFormat(Buffer.from(text))).toBe(format);
});

const known =
  'The file is in no known format; known are file answers of the interface (JSON) and files of the editor (.fig, .jam, .deck).';

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['something', 'else', known],
  ['a picture', '\u0089PNG', `${known} It is a picture: pictures come in as image fills of a design.`],
  ['a PDF', '%PDF', `${known} It is a PDF: place it in a design, and save that as a local copy.`],
  [
    'a page of the editor',
    '<!DOCTYPE html>',
    `${known} It is a web page, maybe the page of a design: give its address instead.`,
  ],
])('%s is no design of any format', (_what, text, sentence) => {
  expect(() => readAnswer(Buffer.from(text, 'latin1'))).toThrow(new DocumentRefused(sentence));
});

test.each([
  ['fig-kiwi', true],
  ['PK\u0003\u0004', true],
  ['{"document":{}}', false],
  ['', false],
])('the first bytes of %j tell whether it has to be converted', (text, is) => {
  expect(converterOf(Buffer.from(text)) !== undefined).toBe(is);
});
