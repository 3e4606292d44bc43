import type { SvgPathCommand } from 'harfbuzzjs';

/** A glyph's outline in font units, y upwards: one letter of M, L, Q, C, Z for each verb, their numbers in a row. */
export interface GlyphOutline {
  verbs: string;
  points: readonly number[];
}

/** Puts the drawing commands of a glyph into the compact form. */
export function outlineOf(commands: readonly SvgPathCommand[]): GlyphOutline {
  return {
    verbs: commands.map(({ type }) => type).join(''),
    points: commands.flatMap(({ values }) => values),
  };
}

const numbersOf: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };
const short = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** SVG path data of an outline whose origin is put to (x, y), y downwards; `scale` is size divided by units per em. */
export function svgPathOf(outline: GlyphOutline, x = 0, y = 0, scale = 1): string {
  let at = 0;
  let path = '';
  for (const verb of outline.verbs) {
    path += verb;
    const end = at + (numbersOf[verb] ?? 0);
    for (const start = at; at < end; at += 2) {
      const separator = at === start ? '' : ' ';
      path += `${separator}${short(x + outline.points[at]! * scale)} ${short(y - outline.points[at + 1]! * scale)}`;
    }
  }
  return path;
}
