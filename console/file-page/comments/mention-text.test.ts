import { describe, expect, it } from 'vitest';
import { begunMention, completed } from './mention-text.ts';

describe('a mention that is being written', () => {
  it.each([
    ['@Al', 3, { at: 0, name: 'Al' }],
    ['Ask @Bob Mar', 12, { at: 4, name: 'Bob Mar' }],
    ['Ask @Bob about it', 8, { at: 4, name: 'Bob' }],
    ['(@Zoë', 5, { at: 1, name: 'Zoë' }],
    ['@Bob @Ca', 8, { at: 5, name: 'Ca' }],
  ])('in %j with the caret at %i is %j', (text, caret, mention) => {
    expect(begunMention(text, caret)).toEqual(mention);
  });

  it.each([
    ['mail to a@example.com', 21],
    ['@', 1],
    ['@ Bob', 5],
    ['@Bob\nand', 8],
    ['nothing', 7],
    ['@Bob', 0],
  ])('is none in %j with the caret at %i', (text, caret) => {
    expect(begunMention(text, caret)).toBeUndefined();
  });

  it('is completed in its place, with one space behind it', () => {
    const text = 'Ask @bo about it';
    expect(completed(text, { at: 4, name: 'bo' }, 'Bob Martin')).toEqual({
      text: 'Ask @Bob Martin about it',
      caret: 15,
    });
    expect(completed('@bo', { at: 0, name: 'bo' }, 'Bob')).toEqual({ text: '@Bob ', caret: 5 });
  });
});
