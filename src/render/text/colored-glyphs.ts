import type { Bounds } from '../geometry/bounds.ts';
import { cbdtGraphic } from './cbdt.ts';
import { asked, type FontFace, glyphExtents } from './font-face.ts';
import type { GlyphGraphic } from './glyph-graphic.ts';
import { keptByGlyph } from './kept-by-glyph.ts';
import { pictureHead } from './picture-head.ts';
import { sbixGraphic } from './sbix.ts';

/** The picture that a font has of a glyph, in place of an outline or beside one. */
export interface GlyphPicture {
  /** PNG or JPEG. */
  readonly bytes: Uint8Array;
  /** Where it lies, in font units from the glyph's origin and upwards: `bottom`, the larger number, is its upper edge. */
  readonly box: Bounds;
}

/** Where a glyph's colours come from: instructions of the font, or a picture; one of a kind that nobody reads here. */
export type GlyphColors = 'instructions' | 'picture' | 'unread picture';

/** A picture of more px is none of a letter. */
const mostPixels = 2048 * 2048;
/** Pictures that reach farther from where their glyph stands, in ems, are not drawn. */
const mostReachEms = 4;

const largest = Number.POSITIVE_INFINITY;

function isSane({ left, top, right, bottom }: Bounds, unitsPerEm: number): boolean {
  const reach = mostReachEms * unitsPerEm;
  return right > left && bottom > top && left >= -reach && right <= reach && top >= -reach && bottom <= reach;
}

function extentsOf(face: FontFace, glyphId: number): Bounds | undefined {
  const extents = glyphExtents(face, glyphId);
  if (extents === undefined) return undefined;
  const { xBearing: left, yBearing: bottom, width, height } = extents;
  return { left, top: bottom + height, right: left + width, bottom };
}

/** The library knows the largest PNG of a glyph, but not where it lies. */
const graphicOf = (face: FontFace, glyphId: number, ppem: number): GlyphGraphic | undefined =>
  sbixGraphic(face, glyphId, ppem) ?? cbdtGraphic(face, glyphId, ppem);

function asPicture({ font }: FontFace, { bytes, box }: GlyphGraphic): GlyphPicture | undefined {
  const size = pictureHead(bytes);
  const isDrawn = size !== undefined && size.width * size.height <= mostPixels;
  return isDrawn && box !== undefined && isSane(box, font.face.upem) ? { bytes, box } : undefined;
}

/** The picture that fits so many px for an em best; undefined where the font has none that is drawn. */
export function glyphPicture(face: FontFace, glyphId: number, ppem: number): GlyphPicture | undefined {
  const graphic = graphicOf(face, glyphId, ppem);
  return graphic && asPicture(face, graphic);
}

/** What is known of a glyph: nothing of one that is drawn with the colours of its text. */
interface Known {
  readonly colors?: GlyphColors;
  readonly box?: Bounds | undefined;
}

const knownOf = keptByGlyph((face, glyphId): Known => {
  const hasInstructions = ({ face: file }: FontFace['font']): boolean =>
    file.glyphHasColorPaint(glyphId) || file.getGlyphColorLayers(glyphId).length > 0;
  if (asked(face, hasInstructions)) return { colors: 'instructions', box: extentsOf(face, glyphId) };
  const graphic = graphicOf(face, glyphId, largest);
  if (graphic === undefined) return {};
  const picture = asPicture(face, graphic);
  return picture ? { colors: 'picture', box: picture.box } : { colors: 'unread picture' };
});

/** What colours a glyph has of its own; undefined where it has none. */
export const glyphColors = (face: FontFace, glyphId: number): GlyphColors | undefined =>
  face.color ? knownOf(face, glyphId).colors : undefined;

/** Whether a glyph is drawn in colours of its own, whatever its text is filled with. */
export function isColored(face: FontFace, glyphId: number): boolean {
  const colors = glyphColors(face, glyphId);
  return colors === 'instructions' || colors === 'picture';
}

/** The box of a glyph with colours of its own, as that of a picture; undefined where nothing of it shows. */
export const coloredBox = (face: FontFace, glyphId: number): Bounds | undefined => knownOf(face, glyphId).box;
