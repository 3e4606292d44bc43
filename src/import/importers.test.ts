import { expect, test } from 'vitest';
import { detectFormat } from './importers.ts';

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
