import { unreadPictures } from '../prepare-glyphs.ts';
import type { RenderOptions } from '../render-options.ts';
import type { SceneReport, SceneText } from '../scene/scene.ts';
import type { Leaf } from '../scene-paints.ts';
import { glyphColors } from '../text/colored-glyphs.ts';
import type { PlacedGlyph } from '../text/place-line.ts';
import { isSign } from './outlined-text.ts';
import { isWrittenAsText } from './text-elements.ts';

const colored = 'SVG leaves letters with colours of their own out.';

function reasonOf({ face, glyphId }: PlacedGlyph): string | undefined {
  const colors = glyphColors(face, glyphId);
  if (colors === undefined) return undefined;
  return colors === 'unread picture' ? unreadPictures : colored;
}

/** Why glyphs of a text are not outlines in an SVG, or not what their font has for them. */
function reasonsOf(text: SceneText, options: RenderOptions): Set<string> {
  const isForReader = !options.svgOutlineText && isWrittenAsText(text);
  const reasons = text.layout.lines
    .flatMap(({ glyphs }) => glyphs)
    .filter((glyph) => glyph.face.color && (text.fills[glyph.styleIndex] ?? []).length > 0)
    .filter((glyph) => !isForReader || isSign(glyph))
    .flatMap((glyph) => reasonOf(glyph) ?? []);
  return new Set(reasons);
}

/** What texts lack in an SVG, each reason once for a node. */
export function lettersLeftOut(leaves: readonly Leaf[], options: RenderOptions): SceneReport['notDrawn'] {
  const found = new Map<string, { nodeId: string; reason: string }>();
  for (const { item, node } of leaves)
    if (item.kind === 'text')
      for (const reason of reasonsOf(item, options))
        found.set(`${node.id} ${reason}`, { nodeId: node.id, reason });
  return [...found.values()];
}
