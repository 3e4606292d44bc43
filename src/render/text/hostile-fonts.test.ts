import { describe, expect, it } from 'vitest';
import { builtInInter } from './built-in-inter.ts';
import { checkFont } from './check-font.ts';
import { FontError } from './font-bytes.ts';
import { glyphOutline } from './font-face.ts';
import { createFontRegistry } from './font-registry.ts';
import { layoutText } from './layout.ts';
import { buildFont } from './test-font.suite.ts';

const sound = buildFont({ family: 'Boxes', advances: { a: 500, b: 600, ' ': 250 } });

/** Where a table begins in a font. */
function tableAt(font: Uint8Array, tag: string): number {
  const view = new DataView(font.buffer);
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16)
    if (Buffer.from(font.subarray(at, at + 4)).toString('latin1') === tag) return view.getUint32(at + 8);
  throw new Error(`The font has no ${tag}.`);
}

/** The font with other 16-bit numbers from a place of a table on. */
function changed(tag: string, offset: number, values: readonly number[]): Uint8Array {
  const font = Uint8Array.from(sound);
  const view = new DataView(font.buffer);
  for (const [place, value] of values.entries())
    view.setUint16(tableAt(font, tag) + offset + 2 * place, value & 0xffff);
  return font;
}

/** The font with a table of characters in as many groups, each over all of Unicode. */
function withGroups(count: number): Uint8Array {
  const map = Buffer.alloc(28 + 12 * count);
  for (const [at, value] of [
    [2, 1],
    [4, 3],
    [6, 10],
    [12, 12],
  ] as const)
    map.writeUInt16BE(value, at);
  for (const [at, value] of [
    [8, 12],
    [16, 16 + 12 * count],
    [24, count],
  ] as const)
    map.writeUInt32BE(value, at);
  for (let at = 28; at < map.length; at += 12) map.writeUInt32BE(0x10ffff, at + 4);
  const font = Buffer.concat([changed('maxp', 4, [65535]), map]);
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    if (font.toString('latin1', at, at + 4) === 'cmap') {
      font.writeUInt32BE(sound.length, at + 8);
      font.writeUInt32BE(map.length, at + 12);
    }
  return Uint8Array.from(font);
}

describe('A hostile font', () => {
  it('that claims more glyphs than it has draws those that it has', async () => {
    expect((await checkFont(changed('maxp', 4, [65535]))).faces).toMatchObject([{ family: 'Boxes' }]);
  });

  it('whose glyphs contain themselves does not hang', async () => {
    const glyph = new DataView(sound.buffer).getUint32(tableAt(sound, 'loca') + 4);
    const ofItself = [-1, 0, 0, 0, 0, 0x20, 1, 0, 0x20, 1, 0];
    await checkFont(changed('glyf', glyph, ofItself));
  });

  it('that maps all characters two million times is refused', async () => {
    await expect(checkFont(withGroups(2_000_000))).rejects.toThrow('says too much of its characters');
    expect((await checkFont(withGroups(3))).faces).toHaveLength(1);
  });

  it('that was cut off, in the middle or by one byte, is refused', async () => {
    for (const length of [sound.length - 1, Math.floor(sound.length / 2), 200])
      await expect(checkFont(sound.subarray(0, length))).rejects.toThrow('The font is cut off.');
  });

  it('without a name is refused, as no text can ask for it', async () => {
    await expect(checkFont(buildFont({ family: '', advances: { a: 500 } }))).rejects.toThrow(
      'The font has no name.',
    );
  });

  it('with noise in any one table is refused or drawn, and nothing else', async () => {
    for (const tag of ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post']) {
      const noise = Array.from({ length: 16 }, (_, place) => (place * 40503) & 0xffff);
      const outcome = await checkFont(changed(tag, 0, noise)).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FontError);
    }
  });
});

describe('A font that fails later', () => {
  it('while it shapes a text is replaced by another', async () => {
    const registry = createFontRegistry({ files: builtInInter() });
    await registry.add(sound);
    const text = { characters: 'ab', style: { fontFamily: 'Boxes', fontSize: 10 } };
    const { face } = registry.find(text.style);
    expect(layoutText(text, registry).substitutions).toEqual([]);
    Object.assign(face.font, { ptr: 0x7fffffff });
    const { lines, substitutions } = layoutText({ ...text, characters: 'ba' }, registry);
    expect(lines[0]!.glyphs.map((glyph) => glyph.face.family)).toEqual(['Inter', 'Inter']);
    expect(substitutions.map(({ reason }) => reason)).toEqual(['family']);
  });

  it('while it draws gives an empty outline', async () => {
    const registry = createFontRegistry({ files: builtInInter() });
    await registry.add(sound);
    const { face } = registry.find({ fontFamily: 'Boxes' });
    Object.assign(face.font, { ptr: 0x7fffffff });
    expect(glyphOutline(face, 1)).toEqual({ verbs: '', points: [] });
    expect(registry.find({ fontFamily: 'Boxes' }).face.family).toBe('Inter');
  });

  it('or whose file is gone, truncated or no font is skipped', async () => {
    const broken = (read: () => Uint8Array) => ({
      family: 'Gone',
      style: 'Regular',
      postScriptName: 'Gone',
      weight: 400,
      italic: false,
      read,
    });
    const reads = [
      () => {
        throw new Error('ENOENT');
      },
      () => sound.subarray(0, 200),
      () => Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(100, 7)]),
    ];
    for (const read of reads) {
      const registry = createFontRegistry({ files: [broken(read), ...builtInInter()] });
      const { face, substitution } = await registry.settle(() => registry.find({ fontFamily: 'Gone' }));
      expect([face.family, substitution?.reason]).toEqual(['Inter', 'family']);
    }
  });
});

describe('A text of more characters than are laid out', () => {
  it('says how many are left out, and keeps pairs whole', () => {
    const registry = createFontRegistry({ files: builtInInter() });
    const of = (characters: string) => layoutText({ characters, style: { fontSize: 10 } }, registry);
    expect(of('a'.repeat(200_000)).leftOut).toBe(0);
    expect(of('a'.repeat(200_001)).leftOut).toBe(1);
    const odd = of(`a${'😀'.repeat(100_001)}`);
    expect(odd.leftOut).toBe(4);
    expect(odd.lines.at(-1)!.end).toBe(199_999);
  });
});
