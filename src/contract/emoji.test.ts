import { expect, it } from 'vitest';
import { emojiShortcode } from './emoji.ts';
import { emojiSkins } from './generated/emoji.ts';

it.each([
  [':heart:', ':heart:'],
  ['❤️', ':heart:'],
  ['❤', ':heart:'],
  [':+1:', ':+1:'],
  [':thumbsup:', ':+1:'],
  [':thumbsup::skin-tone-6:', ':+1::skin-tone-6:'],
  ['👍🏽', ':+1::skin-tone-4:'],
  ['👩‍💻', ':female-technologist:'],
  ['🏳️‍🌈', ':rainbow-flag:'],
  ['🇨🇭', ':flag-ch:'],
])('%s is %s', (given, shortcode) => {
  expect(emojiShortcode(given)).toBe(shortcode);
});

it('The contract takes emoji of version 14.0 and none of version 15.0', () => {
  expect(emojiShortcode('🫠')).toBe(':melting_face:');
  expect(emojiShortcode(':melting_face:')).toBe(':melting_face:');
  expect(emojiShortcode('🫨')).toBeUndefined();
  expect(emojiShortcode(':shaking_face:')).toBeUndefined();
});

it.each([
  '',
  'a',
  'abc',
  ' ',
  ':',
  '::',
  ':nothing:',
  'heart',
  ':heart',
  ':heart::heart:',
  '❤️❤️',
  '️',
  ':heart::skin-tone-2:',
  ':+1::skin-tone-1:',
  ':+1::skin-tone-7:',
  ':skin-tone-2:',
  '🏽',
  ':constructor:',
  ':__proto__:',
  ':toString:',
  `:${'a'.repeat(100_000)}:`,
])('%j is none', (given) => {
  expect(emojiShortcode(given)).toBeUndefined();
});

it('The contract knows each emoji of the list by its name and by itself', () => {
  const entries = Object.entries(emojiSkins);
  expect(entries.length).toBeGreaterThan(1800);
  for (const [name, skins] of entries) {
    const [plain = '', ...tones] = skins.split(' ');
    expect([name, emojiShortcode(`:${name}:`), emojiShortcode(plain)]).toEqual([
      name,
      `:${name}:`,
      `:${name}:`,
    ]);
    const named = tones.map((_, tone) => `:${name}::skin-tone-${tone + 2}:`);
    expect(tones.map(emojiShortcode)).toEqual(named);
    expect(named.map(emojiShortcode)).toEqual(named);
  }
});
