import { expect, it } from 'vitest';
import type { FontRequest } from '../render/text/font-match.ts';
import type { FontSet } from './font-set.ts';
import { knownFaces } from './missing-fonts.ts';

const face = { family: 'Acme Sans', style: 'Bold Display', postScriptName: 'AcmeSans-BoldDisplay' };
const set = { files: [{ faces: [{ ...face, weight: 700, italic: false }] }] } as unknown as FontSet;

it.each<[isKnown: boolean, asked: FontRequest]>([
  [true, { fontFamily: 'Acme Sans', fontWeight: 700 }],
  [false, { fontFamily: 'Acme Sans', fontWeight: 400 }],
  [false, { fontFamily: 'Acme Sans', fontWeight: 700, italic: true }],
  [true, { fontFamily: 'acme sans', fontWeight: 400, fontStyle: 'Bold Display' }],
  [false, { fontFamily: 'Acme Sans', fontWeight: 400, fontStyle: 'Display' }],
  [true, { fontFamily: 'Renamed', fontPostScriptName: 'AcmeSans-BoldDisplay' }],
  [false, { fontFamily: 'Other', fontWeight: 700 }],
])(
  'A face is here by its name, or by its family with weight and slant or with its style: %j for %j',
  (isKnown, asked) => {
    expect(knownFaces(set)(asked)).toBe(isKnown);
  },
);
