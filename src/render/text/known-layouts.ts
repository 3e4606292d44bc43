import { LeastRecent } from '../../least-recent.ts';
import { type FontFace, isBroken } from './font-face.ts';
import type { FontRegistry } from './font-registry.ts';
import { layoutText, type TextLayout } from './layout.ts';
import type { TextBox } from './text-box.ts';

interface KnownLayout {
  readonly layout: TextLayout;
  readonly faces: readonly FontFace[];
}

interface KnownLayouts {
  /** Of the registry: with other fonts, texts may be laid out otherwise. */
  readonly edition: number;
  readonly layouts: LeastRecent<string, KnownLayout>;
}

/** Glyphs of all layouts that are kept for a registry; one takes some 150 bytes. */
const mostGlyphs = 60_000;
/** UTF-16 units of what a text says of itself that take as much as a glyph: tables of styles may be long. */
const unitsOfGlyph = 75;
/** UTF-16 units. Longer texts are seldom seen again, and their names cost more to make. */
const longestKept = 1000;

const known = new WeakMap<FontRegistry, KnownLayouts>();

/**
 * Lays out a text, or answers with the layout that the same text had before: words are said again and again in a file,
 * and a node is drawn again in other sizes, in tiles and after it was changed elsewhere. Never to be changed.
 */
export function knownLayout(box: TextBox, registry: FontRegistry): TextLayout {
  if (box.characters.length > longestKept) return layoutText(box, registry);
  const key = JSON.stringify(box);
  const present = layoutsOf(registry)?.get(key);
  if (present?.faces.every((face) => !isBroken(face))) return present.layout;
  const layout = layoutText(box, registry);
  const glyphs = layout.lines.flatMap((line) => line.glyphs);
  const faces = [...new Set(glyphs.map(({ face }) => face))];
  layoutsOf(registry)?.set(key, { layout, faces }, glyphs.length + key.length / unitsOfGlyph);
  return layout;
}

/** Undefined while other faces stand for some that have to be unpacked. */
function layoutsOf(registry: FontRegistry): KnownLayouts['layouts'] | undefined {
  const edition = registry.edition();
  if (edition === undefined) return undefined;
  const present = known.get(registry);
  if (present?.edition === edition) return present.layouts;
  const layouts = new LeastRecent<string, KnownLayout>(mostGlyphs);
  known.set(registry, { edition, layouts });
  return layouts;
}
