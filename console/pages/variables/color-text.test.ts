import { expect, it } from 'vitest';
import { colorIn, colorText } from './color-text.ts';

it('Colours are read from three to eight digits and written with as few as they need', () => {
  expect(['#fff', 'F00', '#00ff0080', 'abcd'].map((text) => colorText(colorIn(text)!))).toEqual([
    '#ffffff',
    '#ff0000',
    '#00ff0080',
    '#aabbccdd',
  ]);
  expect(['', '#ff', 'red', '#fffff', '#ggg'].map(colorIn)).toEqual(Array(5).fill(undefined));
});
