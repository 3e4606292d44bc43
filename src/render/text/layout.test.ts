import { describe, expect, it } from 'vitest';
import { builtInInter } from './built-in-inter.ts';
import { createFontRegistry } from './font-registry.ts';
import { layoutText, type TextLayout } from './layout.ts';
import { buildFont } from './test-font.suite.ts';
import type { TextBox, TextStyle } from './text-box.ts';

const registry = createFontRegistry({ files: builtInInter(), families: { Hebr: ['Boxes'] } });
/** Every letter 5 px wide at 10 px, a space 2.5 px; א 7 px and ב 3 px. */
await registry.add(
  buildFont({
    family: 'Boxes',
    advances: {
      ...Object.fromEntries([...'abcdefghABCDEFGHß.•123ivSST'].map((letter) => [letter, 500])),
      ' ': 250,
      '…': 1000,
      א: 700,
      ב: 300,
    },
  }),
);

function inter(characters: string, fontSize: number, style: TextStyle = {}, box: Partial<TextBox> = {}) {
  return layoutText({ characters, style: { fontFamily: 'Inter', fontSize, ...style }, ...box }, registry);
}

function boxes(characters: string, style: TextStyle = {}, box: Partial<TextBox> = {}): TextLayout {
  const whole = { fontFamily: 'Boxes', fontSize: 10, ...style };
  return layoutText({ characters, style: whole, wholeBaselines: false, ...box }, registry);
}

const width = (wide: number, height = 100): Partial<TextBox> => ({ size: { width: wide, height } });
const texts = (layout: TextLayout, characters: string): string[] =>
  layout.lines.map(({ start, end }) => characters.slice(start, end));
const xs = ({ lines }: TextLayout, line = 0): number[] => lines[line]!.glyphs.map(({ x }) => x);

describe('layout as in the original:', () => {
  const percent = (value: number, letterSpacing = 0): TextStyle => ({
    lineHeightUnit: 'FONT_SIZE_%',
    lineHeightPercentFontSize: value,
    letterSpacing,
  });

  it.each([
    [96, 120, 92.40909],
    [60, 120, 57.81818],
    [48, 120, 46.45454],
    [36, 132, 37.09091],
    [36, 140, 38.09091],
    [30, 136, 31.40909],
    [24, 134, 24.72727],
    [20, 140, 21.27273],
  ])('the baseline of Inter %i px at %i %% stands at %s', (size, height, baseline) => {
    const { lines } = inter('Rag 123', size, percent(height), { wholeBaselines: false });
    expect(lines[0]!.baseline).toBeCloseTo(baseline, 4);
    expect(lines[0]!.height).toBe(Math.round((size * height) / 100));
  });

  it('glyphs of Inter stand where the original puts them, within 0.13 px', () => {
    const bold = inter('Rag 123', 96, { fontWeight: 700, ...percent(120, -1.92) });
    expect(xs(bold)[1]).toBeCloseTo(61.08, 2);
    const line = inter('This is just the beginning of something big.', 36, percent(140, -0.36));
    expect(Math.abs(line.width - 715.0317)).toBeLessThan(0.13);
    expect(Math.abs(xs(line)[1]! - 22.7377)).toBeLessThan(0.13);
  });

  it('an underline of Inter, bold or not, has the place and height of the original’s', () => {
    for (const fontWeight of [400, 700]) {
      const layout = inter('Bold', 96, { fontWeight, textDecoration: 'UNDERLINE', ...percent(120) });
      const [underline] = layout.lines[0]!.decorations;
      expect(underline!.y).toBeCloseTo(92.40909 + 18.6818, 3);
      expect(underline!.height).toBeCloseTo(6.5454, 3);
      expect(underline!.width).toBeCloseTo(layout.width, 6);
    }
  });

  it('an underline ends with the last letter, not with the space added behind it', () => {
    const style = { fontWeight: 700, textDecoration: 'UNDERLINE', ...percent(120, -1.92) } as const;
    const layout = inter('underlineBold', 96, style);
    expect(layout.lines[0]!.decorations[0]!.width).toBeCloseTo(layout.width, 6);
  });

  it('a line height of the font is rounded to whole pixels, and one in pixels is kept', () => {
    expect(inter('a', 12).height).toBe(15);
    expect(inter('a', 12, { lineHeightUnit: 'PIXELS', lineHeightPx: 17.5 }).height).toBe(17.5);
  });
});

describe('lines', () => {
  it('wrap at spaces, which take no room at the end', () => {
    expect(texts(boxes('ab cd ef', {}, width(22.5)), 'ab cd ef')).toEqual(['ab cd ', 'ef']);
    expect(boxes('ab cd ef', {}, width(22.5)).lines.map((line) => line.width)).toEqual([22.5, 10]);
  });

  it('break a word that is wider than the box between characters', () => {
    expect(texts(boxes('abcdefgh', {}, width(15)), 'abcdefgh')).toEqual(['abc', 'def', 'gh']);
    expect(texts(boxes('abc', {}, width(0)), 'abc')).toEqual(['a', 'b', 'c']);
  });

  it('may exceed the box by its rounding error, and no more', () => {
    expect(boxes('abc', {}, width(14.995)).lines).toHaveLength(1);
    expect(boxes('abc', {}, width(14.9)).lines).toHaveLength(2);
  });

  it('do not wrap where the width follows the text', () => {
    expect(boxes('ab cd', { textAutoResize: 'WIDTH_AND_HEIGHT' }, width(10)).lines).toHaveLength(1);
  });

  it('break at line feeds and line separators, an empty last line included', () => {
    const characters = 'ab\ncd\u2028ef\n';
    const { lines, height } = boxes(characters);
    expect(lines.map(({ glyphs }) => glyphs.length)).toEqual([2, 3, 2, 0]);
    expect(height).toBe(40);
  });

  it('have one empty line where there is no text', () => {
    const { lines, width: wide, height } = boxes('');
    expect([lines.length, lines[0]!.glyphs, wide, height]).toEqual([1, [], 0, 10]);
  });

  it('keep paragraph spacing and indents', () => {
    const { lines } = boxes('ab cd\nef', { paragraphSpacing: 6, paragraphIndent: 4 }, width(14));
    expect(lines.map(({ x, top }) => [x, top])).toEqual([
      [4, 0],
      [0, 10],
      [4, 26],
    ]);
  });

  it('have no letter spacing after their last character', () => {
    const layout = boxes('abc', { letterSpacing: 2, textAlignHorizontal: 'RIGHT' }, width(30));
    expect([layout.width, ...xs(layout)]).toEqual([19, 11, 18, 25]);
  });

  it('are aligned to whole pixels unless told otherwise', () => {
    const style: TextStyle = { lineHeightUnit: 'PIXELS', lineHeightPx: 11.4 };
    expect(inter('a\nb', 10, style).lines.map(({ baseline }) => baseline)).toEqual([9, 21]);
  });
});

describe('alignment', () => {
  it.each([
    ['LEFT', 0],
    ['CENTER', 10],
    ['RIGHT', 20],
  ] as const)('%s', (textAlignHorizontal, x) => {
    expect(boxes('ab', { textAlignHorizontal }, width(30)).lines[0]!.x).toBe(x);
  });

  it('JUSTIFIED widens the spaces of broken lines only', () => {
    const layout = boxes('a b c d', { textAlignHorizontal: 'JUSTIFIED' }, width(24));
    expect(xs(layout).slice(0, 5)).toEqual([0, 5, 9.5, 14.5, 19]);
    expect(xs(layout, 1)).toEqual([0]);
    expect(layout.lines[0]!.width).toBe(24);
  });

  it.each([
    ['TOP', 0],
    ['CENTER', 45],
    ['BOTTOM', 90],
  ] as const)('%s in height', (textAlignVertical, top) => {
    expect(boxes('ab', { textAlignVertical }, width(30)).lines[0]!.top).toBe(top);
  });

  it('trims the box to cap height and last baseline where the style says so', () => {
    const layout = boxes('ab', { leadingTrim: 'CAP_HEIGHT' });
    expect([layout.height, layout.lines[0]!.baseline]).toEqual([7, 7]);
  });
});

describe('styles of characters', () => {
  const box: Partial<TextBox> = {
    characterStyleOverrides: [0, 7, 7],
    styleOverrideTable: { 7: { fontSize: 20, textDecoration: 'STRIKETHROUGH' } },
  };

  it('share a baseline and make the line as high as they need', () => {
    const { lines, styles } = boxes('abcd', {}, box);
    expect(lines[0]!.glyphs.map(({ x, y, size, styleIndex }) => [x, y, size, styleIndex])).toEqual([
      [0, 16, 10, 0],
      [5, 16, 20, 1],
      [15, 16, 20, 1],
      [25, 16, 10, 0],
    ]);
    expect(lines[0]!.height).toBe(20);
    expect(styles[1]).toMatchObject({ fontFamily: 'Boxes', fontSize: 20 });
  });

  it('strike through only the characters of the style', () => {
    const { decorations } = boxes('abcd', {}, box).lines[0]!;
    expect(decorations).toEqual([
      { kind: 'STRIKETHROUGH', x: 5, y: 10, width: 20, height: 1, styleIndex: 1 },
    ]);
  });

  it('with an unknown id fall back to the node’s', () => {
    expect(boxes('ab', {}, { characterStyleOverrides: [9, 9] }).styles).toHaveLength(1);
  });

  it('do not separate a letter from its combining mark', () => {
    const styleOverrideTable = { 1: { fontSize: 20 } };
    const { lines } = inter('e\u0301', 10, {}, { characterStyleOverrides: [0, 1], styleOverrideTable });
    expect(lines[0]!.glyphs.map(({ size, start, end }) => [size, start, end])).toEqual([[10, 0, 2]]);
  });

  it('override the node’s font name and line height where they change font and size', () => {
    const { styles, lines } = inter(
      'ab',
      10,
      { fontPostScriptName: 'Inter-Regular', lineHeightPx: 12.1 },
      {
        characterStyleOverrides: [0, 1],
        styleOverrideTable: { 1: { fontWeight: 700, fontSize: 20 } },
      },
    );
    expect(lines[0]!.glyphs[1]!.face.weight).toBe(700);
    expect(lines[0]!.height).toBe(24);
    expect(styles[1]).not.toHaveProperty('lineHeightPx');
  });
});

describe('case', () => {
  it.each([
    ['UPPER', 'aß b', 'ASS B'],
    ['LOWER', 'AB c', 'ab c'],
    ['TITLE', 'ab cd', 'Ab Cd'],
    ['ORIGINAL', 'aB', 'aB'],
  ] as const)('%s', (textCase, characters, shown) => {
    const ids = (layout: TextLayout) => layout.lines[0]!.glyphs.map(({ glyphId }) => glyphId);
    expect(ids(boxes(characters, { textCase }))).toEqual(ids(boxes(shown)));
  });

  it('keeps the positions of characters that get longer in another case', () => {
    const [line] = boxes('ßa', { textCase: 'UPPER' }).lines;
    expect(line!.glyphs.map(({ start }) => start)).toEqual([0, 0, 1]);
    expect(line!.end).toBe(2);
  });

  it('small capitals and OpenType flags are features of the font', () => {
    const ids = (style: TextStyle) => inter('0', 10, style).lines[0]!.glyphs[0]!.glyphId;
    expect(ids({ opentypeFlags: { ZERO: 1 } })).not.toBe(ids({}));
    expect(ids({ opentypeFlags: { ZERO: 0, 'not a flag': 1 } })).toBe(ids({}));
    expect(ids({ textCase: 'SMALL_CAPS' })).toBe(ids({}));
  });
});

describe('lists', () => {
  const list = (lineTypes: string[], lineIndentations: number[]): TextLayout =>
    boxes(
      lineTypes.map(() => 'a').join('\n'),
      { listSpacing: 3, paragraphSpacing: 8 },
      {
        lineTypes,
        lineIndentations,
      },
    );

  it('put a marker before each item and indent it by its level', () => {
    const { lines } = list(['UNORDERED', 'UNORDERED', 'NONE'], [1, 2, 0]);
    expect(lines.map(({ x, glyphs }) => [x, glyphs.length])).toEqual([
      [15, 2],
      [30, 2],
      [0, 1],
    ]);
    expect(lines[0]!.glyphs[0]!.x).toBe(5);
    expect(lines.map(({ top }) => top)).toEqual([0, 13, 31]);
  });

  it('number by level, and restart after an item of a higher level and after a paragraph that is no item', () => {
    const types = ['ORDERED', 'ORDERED', 'ORDERED', 'ORDERED', 'ORDERED', 'NONE', 'ORDERED'];
    const { lines } = list(types, [1, 2, 2, 1, 2, 0, 1]);
    const shown = (text: string) => boxes(text).lines[0]!.glyphs.map(({ glyphId }) => glyphId);
    const signs = lines.map(({ glyphs }) => glyphs.slice(0, -1).map(({ glyphId }) => glyphId));
    expect(signs).toEqual(['1.', 'a.', 'b.', '2.', 'a.', '', '1.'].map(shown));
  });
});

describe('truncation', () => {
  const ending: TextStyle = { textTruncation: 'ENDING' };

  it('fills the last line, and ends it with an ellipsis', () => {
    const layout = boxes('ab cd ef gh', { ...ending, maxLines: 1 }, width(30));
    expect(xs(layout)).toEqual([0, 5, 10, 12.5, 17.5]);
    expect(layout.lines[0]!.glyphs.at(-1)!.start).toBe(11);
    expect(layout.truncated).toBe(true);
  });

  it('leaves no space before the ellipsis', () => {
    expect(xs(boxes('ab cdef', { ...ending, maxLines: 1 }, width(24)))).toEqual([0, 5, 10]);
  });

  it('uses part of a word that had wrapped to the next line', () => {
    const layout = boxes('ab cdefgh', { ...ending, maxLines: 1 }, width(30));
    expect(xs(layout)).toEqual([0, 5, 10, 12.5, 17.5]);
  });

  it('keeps the lines that fit a box of fixed height, one at least', () => {
    expect(boxes('a\nb\nc', ending, width(30, 20)).lines).toHaveLength(2);
    expect(boxes('a\nb\nc', { textAutoResize: 'TRUNCATE' }, width(30, 1)).lines).toHaveLength(1);
  });

  it('leaves a text that fits, and one that may grow, as it is', () => {
    expect(boxes('a\nb', ending, width(30, 20)).truncated).toBe(false);
    expect(boxes('a\nb', { ...ending, textAutoResize: 'HEIGHT' }, width(30, 5)).lines).toHaveLength(2);
    expect(boxes('a\nb', {}, width(30, 5)).truncated).toBe(false);
  });
});

describe('right to left', () => {
  const shown = (characters: string) => boxes(characters).lines[0]!.glyphs.map(({ start }) => start);

  it('places the letters from the right', () => {
    expect(shown('אב')).toEqual([1, 0]);
    expect(xs(boxes('אב'))).toEqual([0, 3]);
  });

  it('keeps runs of the opposite direction in order', () => {
    expect(shown('ab אב cd')).toEqual([0, 1, 2, 4, 3, 5, 6, 7]);
    expect(shown('אב ab')).toEqual([3, 4, 2, 1, 0]);
  });

  it('breaks lines in reading order', () => {
    const layout = boxes('אא בב', {}, width(14));
    expect(layout.lines.map(({ start, end }) => [start, end])).toEqual([
      [0, 3],
      [3, 5],
    ]);
    expect(layout.lines[0]!.glyphs.map(({ start, x }) => [start, x])).toEqual([
      [2, -2.5],
      [1, 0],
      [0, 7],
    ]);
  });

  it('obeys directional overrides', () => {
    expect(shown('\u202eab\u202c').filter((start) => start === 1 || start === 2)).toEqual([2, 1]);
  });
});

describe('characters that the font lacks', () => {
  it('come from a font that has them, which is reported', () => {
    const { lines, substitutions, missing } = inter('aא', 10);
    expect(lines[0]!.glyphs.map(({ face }) => face.family)).toEqual(['Inter', 'Boxes']);
    expect(substitutions.map(({ reason, used }) => [reason, used.family])).toEqual([['glyph', 'Boxes']]);
    expect(missing).toEqual([]);
  });

  it('are listed where no font has them, and drawn as missing', () => {
    const { lines, missing } = inter('a😀漢', 10);
    expect(missing).toEqual([0x1f600, 0x6f22]);
    expect(lines[0]!.glyphs.map(({ glyphId, start, end }) => [glyphId === 0, start, end])).toEqual([
      [false, 0, 1],
      [true, 1, 3],
      [true, 3, 4],
    ]);
  });

  it('do not separate a mark or a joiner from its letter', () => {
    const { lines } = inter('א\u0301\u200d', 10);
    expect(new Set(lines[0]!.glyphs.map(({ face }) => face.family))).toEqual(new Set(['Boxes']));
  });

  it('of a family that is missing are drawn in the default one', () => {
    const { substitutions, lines } = layoutText({ characters: 'a', style: { fontFamily: 'Gone' } }, registry);
    expect(substitutions.map(({ reason, asked }) => [reason, asked.fontFamily])).toEqual([
      ['family', 'Gone'],
    ]);
    expect(lines[0]!.glyphs[0]!.face.family).toBe('Inter');
  });
});
