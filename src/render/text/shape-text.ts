import { Buffer, Direction, Feature, shape } from 'harfbuzzjs';
import { LeastRecent } from '../../least-recent.ts';
import { FontError } from './font-bytes.ts';
import { type FontFace, setBroken } from './font-face.ts';

/** How a stretch of text of one face is shaped. */
export interface ShapeOptions {
  script: string;
  rightToLeft: boolean;
  /** OpenType features that differ from the usual ones, 1 on and 0 off. */
  features: Readonly<Record<string, number>>;
}

/** Glyphs in visual order, lengths in font units, y upwards. */
export interface ShapedText {
  glyphIds: Uint32Array;
  /** Where in the text the characters of each glyph begin, in UTF-16 units. */
  clusters: Uint32Array;
  advances: Int32Array;
  xOffsets: Int32Array;
  yOffsets: Int32Array;
}

/** Glyphs that the cache holds, about 20 bytes each. */
const cachedGlyphs = 400_000;
/** Longer texts are not worth a place: they hardly come again. */
const cachedLength = 128;

const cache = new LeastRecent<string, ShapedText>(cachedGlyphs);
const buffer = new Buffer();

/**
 * Shapes a stretch of one face, script and direction; what was shaped before comes from the cache.
 * @throws FontError where the font fails at it, which takes it out of the registry
 */
export function shapeText(face: FontFace, text: string, options: ShapeOptions): ShapedText {
  if (text.length > cachedLength) return shapeFresh(face, text, options);
  const features = Object.entries(options.features).join(' ');
  const key = `${face.key} ${options.script}${options.rightToLeft ? '<' : '>'}${features} ${text}`;
  let shaped = cache.get(key);
  if (!shaped) {
    shaped = shapeFresh(face, text, options);
    cache.set(key, shaped, shaped.glyphIds.length + text.length + 8);
  }
  return shaped;
}

function shapeFresh(face: FontFace, text: string, options: ShapeOptions): ShapedText {
  try {
    return shapeWith(face, text, options);
  } catch (cause) {
    setBroken(face);
    throw new FontError('The font failed while it was used.', { cause });
  }
}

function shapeWith(face: FontFace, text: string, options: ShapeOptions): ShapedText {
  buffer.reset();
  buffer.addText(text);
  buffer.setDirection(options.rightToLeft ? Direction.RTL : Direction.LTR);
  if (!options.script.startsWith('Z')) buffer.setScript(options.script);
  shape(
    face.font,
    buffer,
    Object.entries(options.features).map(([tag, value]) => new Feature(tag, value)),
  );
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  return {
    glyphIds: Uint32Array.from(infos, ({ codepoint }) => codepoint),
    clusters: Uint32Array.from(infos, ({ cluster }) => cluster),
    advances: Int32Array.from(positions, ({ xAdvance }) => xAdvance),
    xOffsets: Int32Array.from(positions, ({ xOffset }) => xOffset),
    yOffsets: Int32Array.from(positions, ({ yOffset }) => yOffset),
  };
}
