import type { PlacedCluster } from './clusters.ts';
import type { ResolvedStyle } from './text-style.ts';

/** A line under or through text, px from the box's top left corner. */
export interface Decoration {
  kind: 'UNDERLINE' | 'STRIKETHROUGH';
  x: number;
  y: number;
  width: number;
  height: number;
  styleIndex: number;
}

/**
 * One rectangle for each stretch of one style, from left to right. The space that is added behind its last letter
 * is no part of it.
 * @param baseline where it falls: the original moves letters to whole px, and leaves lines where they are
 */
export function decorationsOf(placed: readonly PlacedCluster[], baseline: number): Decoration[] {
  const decorations: Decoration[] = [];
  let style: ResolvedStyle | undefined;
  for (const { cluster, x, width } of placed) {
    const last = decorations.at(-1);
    const drawnWidth = width - cluster.piece.style.letterSpacing;
    if (last && style === cluster.piece.style) last.width = x + drawnWidth - last.x;
    else if (kindOf(cluster.piece.style))
      decorations.push(decorationOf(cluster.piece.style, x, drawnWidth, baseline));
    style = kindOf(cluster.piece.style) && cluster.piece.style;
  }
  return decorations;
}

function kindOf({ source }: ResolvedStyle): Decoration['kind'] | undefined {
  const decoration = source.textDecoration;
  return decoration === 'UNDERLINE' || decoration === 'STRIKETHROUGH' ? decoration : undefined;
}

function decorationOf(style: ResolvedStyle, x: number, width: number, baseline: number): Decoration {
  const { metrics } = style.face;
  const kind = kindOf(style)!;
  const [top, height] =
    kind === 'UNDERLINE'
      ? [metrics.underlineTop, metrics.underlineThickness]
      : [metrics.strikeTop, metrics.strikeThickness];
  return {
    kind,
    x,
    y: baseline - top * style.scale,
    width,
    height: height * style.scale,
    styleIndex: style.index,
  };
}
