import type { DrawnGlyph, GlyphPictures } from './canvas/decoded-images.ts';
import type { ImageCache } from './canvas/image-cache.ts';
import type { Matrix } from './geometry/matrix.ts';
import { ImageError } from './images.ts';
import type { NodeName, SceneReport } from './scene/scene.ts';
import type { Leaf } from './scene-paints.ts';
import { glyphColors, glyphPicture } from './text/colored-glyphs.ts';
import type { FontFace } from './text/font-face.ts';
import type { TextLayout } from './text/layout.ts';
import type { PlacedGlyph } from './text/place-line.ts';

/** What there is to draw of fonts with pictures in place of outlines. */
export interface PreparedGlyphs {
  readonly pictures: GlyphPictures;
  readonly notDrawn: SceneReport['notDrawn'];
}

/** A glyph that is drawn from a picture, as large as it is needed. */
interface NeededGlyph {
  readonly face: FontFace;
  readonly glyphId: number;
  readonly ppem: number;
  readonly node: NodeName;
}

/** So many different pictures of glyphs are unpacked for one picture. */
const mostGlyphs = 4096;
/** They take about this much memory at most: where there are many, large ones become smaller. */
const pixelBudgetBytes = 96 * 2 ** 20;
const longestSidePx = 1024;

/** Why pictures of a font are not drawn in any format. */
export const unreadPictures = 'Its font has letters as pictures that are neither PNG nor JPEG, or too large.';

const reasons = {
  unread: unreadPictures,
  broken: 'A picture that its font has of a letter is broken.',
  tooMany: 'Its font has more letters as pictures than are drawn at once.',
} as const;

const pictured = new WeakMap<TextLayout, PlacedGlyph[]>();

/** The glyphs of a text that are drawn from pictures, or would be; looked for once, as most texts have none. */
function picturedGlyphs(layout: TextLayout): PlacedGlyph[] {
  const known = pictured.get(layout);
  if (known) return known;
  const found = layout.lines.flatMap(({ glyphs }) =>
    glyphs.filter(({ face, glyphId }) => face.color && glyphColors(face, glyphId)?.endsWith('picture')),
  );
  pictured.set(layout, found);
  return found;
}

const stretchOf = ([a, b, c, d]: Matrix): number => Math.max(Math.hypot(a, b), Math.hypot(c, d));

/** Each glyph once, for the largest size in which it shows. */
function neededGlyphs(leaves: readonly Leaf[], scale: number): Map<FontFace, Map<number, NeededGlyph>> {
  const needed = new Map<FontFace, Map<number, NeededGlyph>>();
  for (const { item, node, isRepeated } of leaves) {
    if (item.kind !== 'text') continue;
    const glyphs = picturedGlyphs(item.layout);
    if (glyphs.length === 0) continue;
    const stretch = isRepeated ? Number.POSITIVE_INFINITY : stretchOf(item.matrix) * scale;
    for (const { face, glyphId, size } of glyphs) {
      const ofFace = needed.get(face) ?? new Map<number, NeededGlyph>();
      needed.set(face, ofFace);
      const ppem = Math.max(size * stretch, ofFace.get(glyphId)?.ppem ?? 0);
      ofFace.set(glyphId, { face, glyphId, ppem, node });
    }
  }
  return needed;
}

async function unpacked(
  { face, glyphId, ppem }: NeededGlyph,
  cache: ImageCache,
  side: number,
): Promise<DrawnGlyph | string> {
  const picture = glyphPicture(face, glyphId, ppem);
  if (picture === undefined) return reasons.unread;
  try {
    const image = await cache.unpackWhole(await cache.read(picture.bytes), side);
    return { image, box: picture.box };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return reasons.broken;
  }
}

/**
 * Unpacks the pictures of glyphs that leaves show, each from the strike that fits the scale. Where one is not to be had the
 * outline of its glyph is drawn.
 */
export async function prepareGlyphs(
  leaves: readonly Leaf[],
  scale: number,
  cache: ImageCache,
): Promise<PreparedGlyphs> {
  const needed = neededGlyphs(leaves, scale);
  const count = needed.values().reduce((sum, ofFace) => sum + ofFace.size, 0);
  const side = Math.min(
    longestSidePx,
    Math.floor(Math.sqrt(pixelBudgetBytes / (4 * Math.min(count, mostGlyphs)))),
  );
  const pictures = new Map<FontFace, Map<number, DrawnGlyph>>();
  const notDrawn = new Map<string, { nodeId: string; reason: string }>();
  let left = mostGlyphs;
  for (const [face, glyphs] of needed) {
    const drawn = new Map<number, DrawnGlyph>();
    pictures.set(face, drawn);
    for (const [glyphId, glyph] of glyphs) {
      left -= 1;
      const outcome = left < 0 ? reasons.tooMany : await unpacked(glyph, cache, side);
      const nodeId = glyph.node.id;
      if (typeof outcome === 'string') notDrawn.set(`${nodeId} ${outcome}`, { nodeId, reason: outcome });
      else drawn.set(glyphId, outcome);
    }
  }
  return { pictures, notDrawn: [...notDrawn.values()] };
}
