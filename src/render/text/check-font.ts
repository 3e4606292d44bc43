import { Buffer as Shaping, shape } from 'harfbuzzjs';
import { FontError, isWhole, unpackFont } from './font-bytes.ts';
import { type FontFace, openFaces } from './font-face.ts';
import type { FontDescription } from './font-match.ts';
import { descriptionOf } from './font-registry.ts';

/** A sound font: its plain bytes and what stands in them. */
export interface CheckedFont {
  sfnt: Uint8Array;
  /** One, or those of a collection in their order. */
  faces: FontDescription[];
}

/** Of each face so many characters are tried, from all over what it has. */
const triedCharacters = 64;

/**
 * Reads a font file, shapes some of its characters and draws them. A hostile one may take long, so a separate thread
 * should do this.
 *
 * @throws FontError
 */
export async function checkFont(bytes: Uint8Array): Promise<CheckedFont> {
  try {
    const sfnt = await unpackFont(bytes);
    if (!isWhole(sfnt)) throw new FontError('The font is cut off.');
    const faces = openFaces(sfnt);
    if (faces.some(({ family }) => family === '')) throw new FontError('The font has no name.');
    for (const face of faces) tryOut(face);
    return { sfnt, faces: faces.map(describe) };
  } catch (cause) {
    if (cause instanceof FontError) throw cause;
    throw new FontError('The font is broken.', { cause });
  }
}

/** Whatever is wrong with the font's code is thrown by the engine that runs it. */
function tryOut({ font }: FontFace): void {
  const codePoints = font.face.collectUnicodes();
  const step = Math.ceil(codePoints.length / triedCharacters);
  const tried = codePoints.filter((_, place) => place % step === 0);
  const buffer = new Shaping();
  buffer.addText(String.fromCodePoint(...tried));
  buffer.guessSegmentProperties();
  shape(font, buffer);
  for (const { codepoint: glyphId } of buffer.getGlyphInfos()) font.glyphToJson(glyphId);
}

function describe(face: FontFace): FontDescription {
  const { wght } = face.axes;
  return descriptionOf({ ...face, ...(wght && { weights: { min: wght.min, max: wght.max } }) });
}
