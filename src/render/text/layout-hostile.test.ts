import { describe, expect, it } from 'vitest';
import { createFontRegistry } from './font-registry.ts';
import { layoutText, type TextLayout } from './layout.ts';
import type { TextBox, TextStyle } from './text-box.ts';

const registry = createFontRegistry();
const megabyte = 1 << 20;

const layout = (characters: string, style: TextStyle = {}, box: Partial<TextBox> = {}): TextLayout =>
  layoutText(
    {
      characters,
      style: { fontFamily: 'Inter', fontSize: 12, ...style },
      size: { width: 300, height: 100 },
      ...box,
    },
    registry,
  );

const numbersOf = ({ lines }: TextLayout): number[] =>
  lines.flatMap(({ x, top, baseline, width, height, glyphs }) => [
    x,
    top,
    baseline,
    width,
    height,
    ...glyphs.flatMap((glyph) => [glyph.x, glyph.y]),
  ]);

describe('a text of very many units', () => {
  it.each<[name: string, part: string, length: number]>([
    ['words', 'Lorem ipsum dolor sit amet. ', megabyte],
    ['isolates', '\u2067א\u2069', megabyte],
    ['one word', 'x', megabyte / 64],
    ['line feeds', 'a\n', megabyte / 64],
    ['emoji', '😀', megabyte / 64],
    ['marks', 'e\u0301', megabyte / 64],
    ['two directions', 'שלום abc ', megabyte / 64],
    ['overrides', '\u202e', megabyte / 64],
    ['lone surrogates', '\ud800', megabyte / 64],
    ['spaces', ' ', megabyte / 64],
  ])(
    'of %s is laid out within seconds',
    (_name, part, length) => {
      const characters = part.repeat(length / part.length);
      const { lines, leftOut } = layout(characters);
      expect(lines[0]!.start).toBe(0);
      expect(lines.at(-1)!.end + leftOut).toBe(characters.length);
      for (let place = 1; place < lines.length; place++)
        if (lines[place]!.start < lines[place - 1]!.end) throw new Error(`Line ${place} overlaps.`);
    },
    20_000,
  );
});

describe('impossible numbers', () => {
  const wrong = [Number.NaN, Number.POSITIVE_INFINITY, -1e9, 'x' as unknown as number];
  const fields = [
    'fontSize',
    'letterSpacing',
    'paragraphSpacing',
    'paragraphIndent',
    'listSpacing',
    'lineHeightPx',
    'lineHeightPercent',
    'maxLines',
    'fontWeight',
  ];

  it.each(fields)('as %s leave every position finite', (field) => {
    for (const value of wrong)
      for (const lineHeightUnit of ['PIXELS', 'FONT_SIZE_%', 'INTRINSIC_%'] as const) {
        const style = { lineHeightUnit, textTruncation: 'ENDING', [field]: value } as const;
        expect(numbersOf(layout('ab cd\nef', style)).every(Number.isFinite)).toBe(true);
      }
  });

  it('as a box or as list levels leave every position finite', () => {
    for (const value of wrong) {
      const size = { width: value, height: value };
      const box = { size, lineIndentations: [value], lineTypes: ['ORDERED'] };
      const placed = layout('ab cd', { textAlignHorizontal: 'CENTER', textAlignVertical: 'CENTER' }, box);
      expect(numbersOf(placed).every(Number.isFinite)).toBe(true);
    }
  });
});

describe('odd characters', () => {
  it('keep surrogate pairs whole, whatever styles cut them', () => {
    const box = { characterStyleOverrides: [0, 1, 1], styleOverrideTable: { 1: { fontSize: 20 } } };
    const [line] = layout('a😀b', {}, { ...box, size: { width: 1, height: 9 } }).lines;
    expect(line!.end).toBe(1);
    const starts = layout('a😀b', {}, box).lines[0]!.glyphs.map(({ start, end }) => [start, end]);
    expect(starts).toEqual([
      [0, 1],
      [1, 3],
      [3, 4],
    ]);
  });

  it('that are control characters have no glyph and no width', () => {
    const plain = layout('ab');
    const odd = layout('a\u0000\u0007\u001bb');
    expect(odd.width).toBeCloseTo(plain.width, 6);
    expect(odd.missing).toEqual([]);
  });

  it('make the same layout every time', () => {
    const shown = () => numbersOf(layout('Añ אב 漢字 😀 ﷽\u202e!', { letterSpacing: 0.3 }));
    expect(shown()).toEqual(shown());
  });
});
