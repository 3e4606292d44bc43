import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtInInter } from './built-in-inter.ts';
import { FontError } from './font-bytes.ts';
import { glyphOutline } from './font-face.ts';
import { createFontRegistry } from './font-registry.ts';
import { svgPathOf } from './glyph-outline.ts';
import { buildFont, type TestFont } from './test-font.suite.ts';

const boxes = (font: Partial<TestFont> = {}): Uint8Array =>
  buildFont({ family: 'Boxes', advances: { a: 500, b: 600, ' ': 250 }, ...font });

const interFolder = join(
  dirname(createRequire(import.meta.url).resolve('inter-ui/package.json')),
  'Inter (web)',
);

/** The same font as a WOFF file. */
function asWoff(sfnt: Uint8Array): Uint8Array {
  const source = Buffer.from(sfnt);
  const count = source.readUInt16BE(4);
  const directory = Buffer.alloc(44 + 20 * count);
  const bodies: Buffer[] = [];
  let offset = directory.length;
  for (let place = 0; place < count; place++) {
    const record = source.subarray(12 + 16 * place, 28 + 16 * place);
    const plain = source.subarray(record.readUInt32BE(8), record.readUInt32BE(8) + record.readUInt32BE(12));
    const packed = deflateSync(plain);
    const body = packed.length < plain.length ? packed : plain;
    const at = 44 + 20 * place;
    record.copy(directory, at, 0, 4);
    directory.writeUInt32BE(offset, at + 4);
    directory.writeUInt32BE(body.length, at + 8);
    directory.writeUInt32BE(plain.length, at + 12);
    bodies.push(body, Buffer.alloc((4 - (body.length % 4)) % 4));
    offset += body.length + bodies.at(-1)!.length;
  }
  directory.write('wOFF', 0, 'latin1');
  directory.writeUInt32BE(0x10000, 4);
  directory.writeUInt16BE(count, 12);
  return Buffer.concat([directory, ...bodies]);
}

describe('built-in Inter', () => {
  const registry = createFontRegistry({ files: builtInInter() });

  it('has nine weights, upright and italic, each under the names its file says', () => {
    const listed = registry.list();
    expect(listed).toHaveLength(18);
    for (const description of listed) {
      const { face, substitution } = registry.find({
        fontFamily: 'Inter',
        fontWeight: description.weight,
        italic: description.italic,
      });
      expect(substitution).toBeUndefined();
      const { family, weight, italic, postScriptName } = description;
      expect(face).toMatchObject({ family, weight, italic, postScriptName });
    }
  });

  it('has the metrics of version 3.19', () => {
    const { metrics } = registry.find({ fontFamily: 'Inter' }).face;
    expect(metrics).toMatchObject({
      unitsPerEm: 2816,
      ascent: 2728,
      descent: 680,
      lineGap: 0,
      capHeight: 2048,
    });
  });
});

describe('finding a face', () => {
  it('prefers the PostScript name to the family', async () => {
    const registry = createFontRegistry();
    await registry.add(boxes({ style: 'Wide', weight: 700 }));
    const { face, substitution } = registry.find({ fontFamily: 'Inter', fontPostScriptName: 'Boxes-Wide' });
    expect([face.family, face.weight, substitution]).toEqual(['Boxes', 700, undefined]);
  });

  it('ignores case and spaces in family names', async () => {
    const registry = createFontRegistry();
    await registry.add(boxes({ family: 'Two Words' }));
    expect(registry.find({ fontFamily: 'twowords', fontWeight: 400 }).face.family).toBe('Two Words');
  });

  it.each([
    [{ fontWeight: 450 }, 500],
    [{ fontWeight: 350 }, 300],
    [{ fontWeight: 650 }, 700],
    [{ fontWeight: 1000 }, 900],
    [{ fontStyle: 'Semi Bold' }, 600],
    [{ fontStyle: 'Extra Light Italic' }, 200],
  ])('gives for %j the nearest weight as CSS does: %i', (request, weight) => {
    expect(createFontRegistry().find({ fontFamily: 'Inter', ...request }).face.weight).toBe(weight);
  });

  it('reports substitutions of weight, slant and family', async () => {
    const registry = createFontRegistry();
    await registry.add(boxes());
    const reasonOf = (fontFamily: string, fontWeight: number, italic = false) => {
      const { substitution } = registry.find({ fontFamily, fontWeight, italic });
      return substitution && [substitution.reason, substitution.used.family, substitution.asked.fontFamily];
    };
    expect(reasonOf('Boxes', 400)).toBeUndefined();
    expect(reasonOf('Boxes', 800)).toEqual(['style', 'Boxes', 'Boxes']);
    expect(reasonOf('Boxes', 400, true)).toEqual(['style', 'Boxes', 'Boxes']);
    expect(reasonOf('Nowhere Sans', 400)).toEqual(['family', 'Inter', 'Nowhere Sans']);
  });

  it('makes instances of a variable font at the weight asked for', async () => {
    const registry = createFontRegistry({ files: [] });
    await registry.add(readFileSync(join(interFolder, 'Inter-roman.var.woff2')));
    const faces = [400, 650, 900].map((fontWeight) => registry.find({ fontFamily: 'Inter', fontWeight }));
    const widths = faces.map(({ face }) => face.font.glyphHAdvance(face.font.glyph(0x48)!));
    expect(widths[0]).toBeLessThan(widths[1]!);
    expect(widths[1]).toBeLessThan(widths[2]!);
    expect(faces.every(({ substitution }) => substitution === undefined)).toBe(true);
    expect(registry.find({ fontFamily: 'Inter', fontWeight: 650 }).face).toBe(faces[1]!.face);
  });

  it('reports that there is no font at all', () => {
    expect(() => createFontRegistry({ files: [] }).find({ fontFamily: 'Inter' })).toThrow(FontError);
  });
});

describe('fallback', () => {
  it('gives a face that has the character, families of its script first', async () => {
    const registry = createFontRegistry({ files: builtInInter(), families: { Hebr: ['Second'] } });
    expect(registry.fallback(0x5d0, 'Hebr', {})).toBeUndefined();
    await registry.add(boxes({ family: 'First', advances: { א: 500 } }));
    expect(registry.fallback(0x5d0, 'Hebr', {})?.family).toBe('First');
    await registry.add(boxes({ family: 'Second', advances: { א: 500, 漢: 1000 } }));
    expect(registry.fallback(0x5d0, 'Hebr', {})?.family).toBe('Second');
    expect(registry.fallback(0x5d0, 'Zyyy', {})?.family).toBe('First');
  });
});

describe('font files', () => {
  it('of the four kinds hold the same glyphs', async () => {
    const registry = createFontRegistry({ files: [] });
    await registry.add(boxes({ family: 'Plain' }));
    await registry.add(asWoff(boxes({ family: 'Packed' })));
    const paths = ['Plain', 'Packed'].map((fontFamily) => {
      const { face } = registry.find({ fontFamily });
      return svgPathOf(glyphOutline(face, face.font.glyph(0x61)!));
    });
    expect(paths).toEqual(Array(2).fill('M0 0L500 0L500 -700L0 -700L0 0Z'));
    await registry.add(readFileSync(join(interFolder, 'Inter-Bold.woff2')));
    expect(registry.find({ fontFamily: 'Inter', fontWeight: 700 }).face.postScriptName).toBe('Inter-Bold');
  });

  it.each([
    ['empty', new Uint8Array()],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n and something more')],
    ['a header alone', Buffer.from('00010000000a00800003002000000000', 'hex')],
    ['WOFF2 that is no font', Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(60)])],
    ['WOFF2 that unpacks to 4 GB', Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(60, 255)])],
    ['WOFF with 65,535 tables', Buffer.concat([Buffer.from('wOFF'), Buffer.alloc(60, 255)])],
    ['a cut WOFF', asWoff(boxes()).slice(0, 300)],
  ])('that are broken are refused: %s', async (_name, bytes) => {
    await expect(createFontRegistry().add(bytes)).rejects.toThrow(FontError);
  });

  it('with any byte changed are read or refused, and nothing else', async () => {
    const sound = boxes();
    for (let at = 0; at < sound.length; at += 7) {
      const bytes = Uint8Array.from(sound);
      bytes[at] = bytes[at]! ^ 0xff;
      const registry = createFontRegistry({ files: [] });
      const added = await registry.add(bytes).catch((error: unknown) => error);
      if (added instanceof Error) expect(added).toBeInstanceOf(FontError);
      else glyphOutline(registry.find({}).face, 1);
    }
  });
});
