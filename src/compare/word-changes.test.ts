import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordChanges } from './word-changes.ts';

/** As `Buy [-now-]{+later+}`. */
const shown = (before: string, after: string) =>
  wordChanges(before, after)
    ?.map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('');

test.each([
  ['Buy now', 'Buy later', 'Buy [-now-]{+later+}'],
  ['one two three', 'one three', 'one [-two -]three'],
  ['one three', 'one two three', 'one {+two +}three'],
  ['a red fox', 'the blue fox', '[-a red-]{+the blue+} fox'],
  ['We buy. You sell.', 'We buy; you sell.', 'We buy[-. You-]{+; you+} sell.'],
  ['今すぐ購入する', '後で購入する', '[-今すぐ-]{+後で+}購入する'],
])('%j and %j are told word by word', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test.each([
  ['Buy', 'Order'],
  ['', 'Order'],
  ['a b', 'c d'],
])('%j and %j have no word in common, and are told as a whole', (before, after) => {
  expect(wordChanges(before, after)).toBeUndefined();
});

test('Texts of more than 20,000 characters are told as a whole, and those of very many changes by their ends', () => {
  expect(wordChanges('word '.repeat(5000), 'word '.repeat(4999))).toBeUndefined();
  const words = (letter: string) => Array.from({ length: 600 }, (_, place) => letter + place).join(' ');
  const changes = wordChanges(`First ${words('a')} last`, `First ${words('b')} last`);
  expect(changes?.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
});

test('What stayed and what went make the earlier text, what stayed and what came the later', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', ', ', '購入', '\n'), { maxLength: 40 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [before, after] = [one.join(''), other.join('')];
      const changes = wordChanges(before, after);
      if (changes === undefined) return;
      const without = (left: string) =>
        changes
          .filter(({ kind }) => kind !== left)
          .map((change) => change.text)
          .join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
    { numRuns: 500 },
  );
});
