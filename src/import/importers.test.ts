import { expect, test } from 'vitest';
import { DocumentRefused } from '../document/document-refused.ts';
import { detectFormat, readSource, unfolds } from './importers.ts';

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

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['a picture', '\u0089PNG', 'The file is in no known format; known are: rest, fig.'],
])('%s is no design of any format', async (_what, text, sentence) => {
  const refusal = await readSource(Buffer.from(text)).catch((error) => error);
  expect(refusal).toBeInstanceOf(DocumentRefused);
  expect(refusal.message).toBe(sentence);
});

test.each([
  ['fig-kiwi', true],
  ['PK\u0003\u0004', true],
  ['{"document":{}}', false],
  ['', false],
])('the first bytes of %j tell whether its size says how much work it is', (text, is) => {
  expect(unfolds(Buffer.from(text))).toBe(is);
});
