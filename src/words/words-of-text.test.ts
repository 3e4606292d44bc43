import { expect, test } from 'vitest';
import { wordsOf } from './words-of-text.ts';

test.each([
  ['Save fileName', ['save', 'filename', 'file', 'name']],
  ['iconArrowLeft ÉcoleÀ', ['iconarrowleft', 'ecolea', 'icon', 'arrow', 'left', 'ecole', 'a']],
  ['URL of a4Page', ['url', 'of', 'a4page']],
  ['plain-words_only', ['plain', 'words', 'only']],
])('the words of %j are found, with the parts of those in camelCase', (text, words) => {
  expect([...wordsOf(text)]).toEqual(words);
});

test('a word of a million small letters is known by its beginning, as fast as it is read', () => {
  expect([...wordsOf('a'.repeat(1_000_000))]).toEqual(['a'.repeat(64)]);
});
