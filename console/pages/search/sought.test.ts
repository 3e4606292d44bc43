import { expect, test } from 'vitest';
import { isSought, markedParts, soughtOf } from './sought.ts';

test('What is sought is read from an address as text, and what is empty or unknown is left out', () => {
  expect(soughtOf({ q: ' buy ', type: 7, team: '', other: 'x' })).toEqual({ q: 'buy', type: '7' });
  expect([isSought({ team: '1' }), isSought({ font: 'Inter' })]).toEqual([false, true]);
});

test.each([
  ['Buy it now', 'buy', ['', 'Buy', ' it now']],
  ['Buy it now', 'now IT', ['Buy ', 'it', ' ', 'now', '']],
  ['a.b (c)', '.* (', ['a.b (c)']],
  ['今すぐ購入', '購入', ['今すぐ', '購入', '']],
])('In %j the words of %j are marked', (text, q, parts) => {
  expect(markedParts(text, q)).toEqual(parts);
});
