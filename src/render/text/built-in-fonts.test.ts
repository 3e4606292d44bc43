import { describe, expect, it } from 'vitest';
import { builtInFonts } from './built-in-fonts.ts';
import { builtInNoto } from './built-in-noto.ts';
import type { FontFile } from './font-file.ts';
import { createFontRegistry } from './font-registry.ts';
import { layoutText, type TextLayout } from './layout.ts';
import type { TextStyle } from './text-box.ts';

const registry = createFontRegistry();

const layout = (characters: string, style: TextStyle = {}): Promise<TextLayout> =>
  registry.settle(() =>
    layoutText({ characters, style: { fontFamily: 'Inter', fontSize: 20, ...style } }, registry),
  );

/** Stretches of characters with the family that draws them, in the order of reading. */
async function families(characters: string, style?: TextStyle): Promise<[string, string][]> {
  const { lines } = await layout(characters, style);
  const glyphs = lines.flatMap((line) => line.glyphs).sort((a, b) => a.start - b.start);
  const found: [string, string][] = [];
  let end = -1;
  for (const { face, glyphId, ...glyph } of glyphs) {
    expect(glyphId).not.toBe(0);
    const text = glyph.end > end ? characters.slice(Math.max(glyph.start, end), glyph.end) : '';
    if (found.at(-1)?.[1] === face.family) found.at(-1)![0] += text;
    else found.push([text, face.family]);
    end = Math.max(end, glyph.end);
  }
  return found;
}

describe('the fonts that come with the program', () => {
  it.each([
    ['Greek and Cyrillic', 'λόγος слово', 'Inter'],
    ['Arabic', 'السلام', 'Noto Sans Arabic'],
    ['Hebrew', 'שָׁלוֹם', 'Noto Sans Hebrew'],
    ['Devanagari', 'नमस्ते', 'Noto Sans Devanagari'],
    ['Han', '汉字，', 'Noto Sans SC'],
    ['emoji', '😀🎉', 'Noto Color Emoji'],
  ])('draw %s without a missing character', async (_name, text, family) => {
    expect((await families(text)).map(([, drawnIn]) => drawnIn).filter((name) => name !== 'Inter')).toEqual(
      family === 'Inter' ? [] : [family],
    );
    expect((await layout(text)).missing).toEqual([]);
  });

  it('have the weight and slant nearest to those asked for', async () => {
    const faceOf = async (text: string, style: TextStyle) => {
      const { face } = (await layout(text, style)).lines[0]!.glyphs[0]!;
      return [face.family, face.weight, face.italic];
    };
    expect(await faceOf('א', { fontWeight: 800 })).toEqual(['Noto Sans Hebrew', 800, false]);
    expect(await faceOf('汉', { fontWeight: 650 })).toEqual(['Noto Sans SC', 650, false]);
    expect(await faceOf('ѝ', { fontFamily: 'Noto Sans', fontWeight: 300, italic: true })).toEqual([
      'Noto Sans',
      300,
      true,
    ]);
  });

  it('that are split into files by script are one family: nothing is substituted', async () => {
    const { substitutions, lines } = await layout('aжω', { fontFamily: 'Noto Sans', fontWeight: 700 });
    expect(substitutions).toEqual([]);
    expect(new Set(lines[0]!.glyphs.map(({ face }) => face)).size).toBe(3);
    expect(registry.list().filter(({ family }) => family === 'Noto Sans')).toHaveLength(18);
  });

  it('have the names, weights and slants that their files say', () => {
    const names = (file: FontFile) => {
      const { postScriptName, weight, italic } = file;
      return { postScriptName, weight, italic };
    };
    const latin = builtInNoto().filter((file) => file.weights === undefined);
    for (const file of latin.filter((_, place) => place % 23 === 0))
      expect(registry.find({ fontPostScriptName: file.postScriptName }).face).toMatchObject(names(file));
  });

  it('are not read before a character needs them', () => {
    let reads = 0;
    const files = builtInFonts().map((file) => {
      const read = () => {
        reads += 1;
        return file.read();
      };
      return { ...file, read };
    });
    const counting = createFontRegistry({ files });
    layoutText({ characters: 'plain text', style: { fontFamily: 'Inter' } }, counting);
    expect(reads).toBe(1);
    layoutText({ characters: 'שלום', style: { fontFamily: 'Inter' } }, counting);
    expect(reads).toBe(2);
  });

  it('in WOFF2 are unpacked before the text is drawn, and once', async () => {
    const fresh = createFontRegistry();
    let runs = 0;
    const work = () => {
      runs += 1;
      return layoutText({ characters: '汉汉', style: { fontFamily: 'Inter' } }, fresh);
    };
    const [first, second] = await Promise.all([fresh.settle(work), fresh.settle(work)]);
    expect(first.missing).toEqual([]);
    expect(second).toEqual(first);
    expect(runs).toBe(4);
    await fresh.settle(work);
    expect(runs).toBe(5);
  });
});

describe('emoji', () => {
  it.each([
    ['a family joined', '👨‍👩‍👧‍👦'],
    ['a skin tone', '👍🏽'],
    ['a flag', '🇩🇪'],
    ['the flag of a region', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a keycap', '1️⃣'],
    ['a sign in emoji style', '❤️'],
    ['a joined sign without its selector', '❤‍🔥'],
  ])('of several characters are one cluster of the emoji font: %s', async (_name, text) => {
    const [line] = (await layout(`a${text}b`)).lines;
    const drawn = line!.glyphs.filter(({ face }) => face.color);
    expect(new Set(drawn.map(({ start, end }) => `${start} ${end}`))).toEqual(
      new Set([`1 ${1 + text.length}`]),
    );
    expect(drawn.length).toBeLessThanOrEqual(2);
    expect(line!.glyphs.at(-1)!.face.family).toBe('Inter');
  });

  it('are not signs in text style, digits or letters', async () => {
    expect(await families('❤︎ 12#*©a')).toEqual([['❤︎ 12#*©a', 'Inter']]);
    expect((await families('☎︎'))[0]![1]).not.toBe('Noto Color Emoji');
  });

  it('in a row are one run', async () => {
    expect(await families('a😀👍🏽🇩🇪b')).toEqual([
      ['a', 'Inter'],
      ['😀👍🏽🇩🇪', 'Noto Color Emoji'],
      ['b', 'Inter'],
    ]);
  });

  it('are loaded without the tables that nobody reads', () => {
    const { font } = registry.fallback(0x1f600, 'Zsye', {})!;
    expect(font.face.referenceTable('COLR')!.length).toBeGreaterThan(1_000_000);
    expect(font.face.referenceTable('SVG ')).toBeUndefined();
  });
});
