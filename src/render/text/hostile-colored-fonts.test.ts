import '../../testing/property-seed.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signature } from '../png-chunks.ts';
import { checkFont } from './check-font.ts';
import { buildCbdtFont, buildSbixFont, type CbdtForm } from './colored-font.suite.ts';
import { coloredBox, glyphColors, glyphPicture } from './colored-glyphs.ts';
import { FontError } from './font-bytes.ts';
import { type FontFace, openFace } from './font-face.ts';

const font = { family: 'Pictures', advances: { a: 1000, b: 1000, c: 1000 } };
/** As much of a PNG of 16 × 16 px as is looked at here. */
const head = Buffer.concat([signature, Buffer.from('0000000d49484452000000100000001008060000', 'hex')]);
const bitmap = { png: head, width: 16, height: 16, left: 0, top: 16 };
const jpegHead = Buffer.from('ffd8ffe000040000ffc0000b080010001001011100', 'hex');

const sbix = buildSbixFont(font, [
  { ppem: 20, graphics: { 1: { type: 'png ', bytes: head }, 2: { type: 'jpg ', bytes: jpegHead } } },
  {
    ppem: 40,
    graphics: { 1: { type: 'png ', bytes: head }, 3: { type: 'dupe', bytes: Buffer.from([0, 1]) } },
  },
]);
const forms: readonly CbdtForm[] = [
  { index: 1, image: 17 },
  { index: 2, image: 19 },
  { index: 3, image: 18 },
  { index: 4, image: 17 },
  { index: 5, image: 19 },
];
const fonts = [sbix, ...forms.map((form) => buildCbdtFont(font, 20, [bitmap, bitmap, bitmap], form))];

/** Where the tables of pictures begin and end in a font. */
function tablesOf(sfnt: Uint8Array): { start: number; end: number; entry: number }[] {
  const view = Buffer.from(sfnt);
  return Array.from({ length: view.readUInt16BE(4) }, (_, place) => 12 + 16 * place)
    .filter((entry) => ['sbix', 'CBLC', 'CBDT'].includes(view.toString('latin1', entry, entry + 4)))
    .map((entry) => {
      const start = view.readUInt32BE(entry + 8);
      return { entry, start, end: start + view.readUInt32BE(entry + 12) };
    });
}

/** Asks for all glyphs, and for one that is not there. */
function readAll(face: FontFace): void {
  for (const glyphId of [0, 1, 2, 3, 4, 65_535])
    for (const ppem of [1, 30, Number.POSITIVE_INFINITY]) {
      const picture = glyphPicture(face, glyphId, ppem);
      if (picture) expect(picture.bytes.length).toBeLessThanOrEqual(fonts[0]!.length);
      if (glyphColors(face, glyphId) === 'picture') expect(coloredBox(face, glyphId)).toBeDefined();
    }
}

describe('A font with pictures of glyphs', () => {
  it('has the pictures that are tried here', () => {
    for (const sfnt of fonts)
      for (const glyphId of [1, 2, 3]) expect(glyphColors(openFace(sfnt), glyphId)).toBe('picture');
  });

  it('with any numbers in its tables is read without going beyond them', () => {
    const place = fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 255)));
    const changes = fc.array(place, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...fonts), changes, (sound, changed) => {
        const sfnt = sound.slice();
        const places = tablesOf(sfnt).flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, at) => start + at),
        );
        for (const [at, value] of changed) sfnt[places[at % places.length]!] = value;
        readAll(openFace(sfnt));
      }),
      { numRuns: 3000 },
    );
  });

  it('with tables that are cut off anywhere is read as far as they go', () => {
    for (const sound of fonts)
      for (const { entry, start, end } of tablesOf(sound))
        for (let length = 0; length < end - start; length += 1) {
          const sfnt = Buffer.from(sound);
          sfnt.writeUInt32BE(length, entry + 12);
          readAll(openFace(sfnt));
        }
  });

  it('is taken or refused, whatever its tables are', async () => {
    for (const sound of fonts)
      for (const { start, end } of tablesOf(sound)) {
        const sfnt = sound.slice();
        sfnt.fill(0xff, start, end);
        const outcome = await checkFont(sfnt).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FontError);
      }
  });

  it('that says to have four thousand million strikes and ranges is read at once', () => {
    const sfnt = Buffer.from(fonts[1]!);
    const { start } = tablesOf(sfnt)[1]!;
    sfnt.writeUInt32BE(0xffffffff, start + 4);
    sfnt.writeUInt32BE(0xffffffff, start + 8 + 8);
    expect(glyphColors(openFace(sfnt), 1)).toBe('picture');
    readAll(openFace(sfnt));
  });
});
