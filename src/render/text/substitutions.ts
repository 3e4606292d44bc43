import type { Piece } from './clusters.ts';
import type { FontFace } from './font-face.ts';
import { plainName } from './font-match.ts';
import { type Substitution, substitution } from './font-registry.ts';
import type { ResolvedStyle } from './text-style.ts';

/** Every substitution of a text once: those of its styles, and those for characters their fonts lack. */
export function reportOf(styles: readonly ResolvedStyle[], pieces: Iterable<Piece>): Substitution[] {
  const found = new Map<string, Substitution>();
  const add = (one: Substitution): void => {
    const { used, asked, reason } = one;
    found.set(JSON.stringify([reason, asked, used.family, used.style, used.weight]), one);
  };
  for (const { match } of styles) if (match.substitution) add(match.substitution);
  const seen = new Set<string>();
  for (const { style, face } of pieces) {
    const key = `${style.index} ${face.key}`;
    if (isOfStyle(face, style) || seen.has(key)) continue;
    seen.add(key);
    add(substitution(style.source, face, 'glyph'));
  }
  return [...found.values()];
}

/** A family may be cut into several files by script. */
const isOfStyle = (face: FontFace, style: ResolvedStyle): boolean =>
  face === style.face || plainName(face.family) === plainName(style.face.family);
