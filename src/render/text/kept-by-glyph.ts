import type { FontFace } from './font-face.ts';

/** Faces keep what was made of this many glyphs; beyond it it is made anew. */
const mostKept = 20_000;

/** Makes something of a glyph once, and keeps it for as long as its face is open. */
export function keptByGlyph<Made>(
  make: (face: FontFace, glyphId: number) => Made,
): (face: FontFace, glyphId: number) => Made {
  const kept = new WeakMap<FontFace, Map<number, Made>>();
  return (face, glyphId) => {
    const ofFace = kept.get(face) ?? new Map<number, Made>();
    kept.set(face, ofFace);
    if (ofFace.has(glyphId)) return ofFace.get(glyphId) as Made;
    if (ofFace.size >= mostKept) ofFace.clear();
    const made = make(face, glyphId);
    ofFace.set(glyphId, made);
    return made;
  };
}
