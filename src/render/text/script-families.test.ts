import { expect, it } from 'vitest';
import { hanVarieties } from './script-families.ts';

it.each([
  ['汉字', undefined, 'Hans'],
  ['日本語の', undefined, 'Jpan'],
  ['漢字 한글', 'Inter', 'Kore'],
  ['ㄅㄆ漢', undefined, 'Hant'],
  ['漢字', 'Noto Sans TC', 'Hant'],
  ['漢字', 'Hiragino Sans', 'Jpan'],
  ['漢字', 'Hiragino Sans GB', 'Hans'],
  ['の漢', 'Noto Sans KR', 'Jpan'],
])('Han characters of %s in %s are drawn as %s', (text, family, variety) => {
  expect(hanVarieties(text)(family)).toBe(variety);
});
