import type { PlacedCluster } from './place-line.ts';
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

/** One rectangle for each stretch of one style, from left to right. */
export function decorationsOf(placed: readonly PlacedCluster[], baseline: number): Decoration[] {
  const decorations: Decoration[] = [];
  let style: ResolvedStyle | undefined;
  for (const { cluster, x, width } of placed) {
    const last = decorations.at(-1);
    if (last && style === cluster.piece.style) last.width = x + width - last.x;
    else if (kindOf(cluster.piece.style))
      decorations.push(decorationOf(cluster.piece.style, x, width, baseline));
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
