import { describe, expect, it } from 'vitest';
import { findMentions, fragmentsOf, possibleNames } from './mentions.ts';

const person = (id: string, handle: string) => ({ id, handle, email: `${id}@example.com` });
const people = [
  person('1', 'Alice'),
  person('2', 'Alice Smith'),
  person('3', 'Zoë (Design)'),
  person('4', 'Bob'),
  person('5', 'Bob'),
];

describe('Mentions', () => {
  it.each([
    ['@Alice', [[0, 6, '1']]],
    ['Look, @Alice!', [[6, 6, '1']]],
    ['@Alice Smith, please', [[0, 12, '2']]],
    ['@Alice Smithers', [[0, 6, '1']]],
    ['(@Zoë (Design))', [[1, 13, '3']]],
    [
      '@Alice and @Alice',
      [
        [0, 6, '1'],
        [11, 6, '1'],
      ],
    ],
    ['@4@example.com', [[0, 14, '4']]],
    ['@Bob', []],
    ['@alice', []],
    ['@Alicia', []],
    ['me@Alice', []],
    ['@ Alice', []],
    ['@Alice\nSmith', [[0, 6, '1']]],
    ['@', []],
  ])('of %j', (message, found) => {
    const mentions = findMentions(message, people);
    expect(mentions.map(({ at, length, userId }) => [at, length, userId])).toEqual(found);
  });

  it('are looked for fifty times at the most, in names of 64 characters at the most', () => {
    const names = possibleNames(`${'@ab '.repeat(5_000)}`);
    expect(names.length).toBeLessThan(100);
    expect(Math.max(...possibleNames(`@${'a b '.repeat(100)}`).map(({ length }) => length))).toBe(64);
    expect(findMentions('@Alice '.repeat(60), people)).toHaveLength(50);
  });
});

describe('Fragments', () => {
  it.each([
    ['Hello', [{ text: 'Hello' }]],
    ['@Alice', [{ mention: '1' }]],
    [
      'See @Alice, @Alice Smith!',
      [{ text: 'See ' }, { mention: '1' }, { text: ', ' }, { mention: '2' }, { text: '!' }],
    ],
  ])('of %j', (message, fragments) => {
    expect(fragmentsOf(message, findMentions(message, people))).toEqual(fragments);
  });
});
