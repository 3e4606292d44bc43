import { describe, expect, it } from 'vitest';
import { paintWords, tellsApart } from './paint-words.ts';

const red = { r: 1, g: 0, b: 0, a: 1 };
const blue = { r: 0, g: 0, b: 1, a: 1 };
const solid = { type: 'SOLID', blendMode: 'NORMAL', color: red };
const wordsOf = (value: unknown) => paintWords(value)?.map(({ words }) => words);

describe('paints in words', () => {
  it('name plain colours, and how much of them is seen', () => {
    expect(wordsOf([solid, { ...solid, color: blue, opacity: 0.5 }])).toEqual([
      '#ff0000',
      'rgb(0 0 255 / 50%)',
    ]);
    expect(wordsOf(blue)).toEqual(['#0000ff']);
  });

  it('name kind, mode and what is hidden', () => {
    const gradientStops = [
      { position: 0, color: red },
      { position: 1, color: blue },
    ];
    expect(wordsOf([{ type: 'GRADIENT_RADIAL', gradientStops, visible: false }])).toEqual([
      'GRADIENT_RADIAL #ff0000 – #0000ff hidden',
    ]);
    expect(wordsOf([{ type: 'IMAGE', imageRef: 'abc', blendMode: 'MULTIPLY', opacity: 0.25 }])).toEqual([
      'IMAGE abc 25% MULTIPLY',
    ]);
  });

  it.each<[string, unknown]>([
    ['a word', 'red'],
    ['no paints', []],
    ['a number', 12],
    ['nothing', null],
    ['paints without what they show', [{ type: 'SOLID' }]],
    ['colours that are none', [{ type: 'SOLID', color: { r: 'red', g: 0, b: 0 } }]],
    ['stops without a colour', [{ type: 'GRADIENT_LINEAR', gradientStops: [{ position: 0 }] }]],
    ['more paints than a line shows', Array.from({ length: 9 }, () => solid)],
  ])('do not stand for %s', (_what, value) => {
    expect(paintWords(value)).toBeUndefined();
  });

  it('are of use only where they tell before from after', () => {
    expect(tellsApart([solid], [{ ...solid, color: blue }])).toBe(true);
    expect(tellsApart([solid], [{ ...solid, boundVariables: {} }])).toBe(false);
    expect(tellsApart(undefined, [solid])).toBe(true);
  });
});
