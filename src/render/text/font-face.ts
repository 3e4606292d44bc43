import { type Face, Font, type GlyphExtents, Variation } from 'harfbuzzjs';
import { countFaces, FontError } from './font-bytes.ts';
import { type FontMetrics, type FontNames, readMetrics, readNames } from './font-tables.ts';
import { type GlyphOutline, outlineOf } from './glyph-outline.ts';
import { sharedFace } from './shared-faces.ts';

/** A range of a variable font. */
export interface FontAxis {
  min: number;
  max: number;
  default: number;
}

/** One face, ready for shaping: a file, or an instance of a variable one. */
export interface FontFace extends FontNames {
  /** Unlike that of every other face of the process; the same font opened twice has two. */
  key: number;
  metrics: FontMetrics;
  axes: Readonly<Record<string, FontAxis>>;
  /** OpenType features that replace glyphs, as `smcp`. */
  features: ReadonlySet<string>;
  /** Whether glyphs may have colours of their own. */
  color: boolean;
  has: (codePoint: number) => boolean;
  font: Font;
  /** Shared by all instances of it. */
  readonly opened: { isBroken: boolean };
}

let lastKey = 0;

/** Fonts of 60,000 characters need a fourth of it; one that names ranges a million times takes seconds to open. */
const mostMapBytes = 2 * 1024 * 1024;

/** Opens a face of unpacked font bytes; throws FontError where they hold no usable one. */
export function openFace(sfnt: Uint8Array, place = 0): FontFace {
  const face = sharedFace(sfnt, place);
  const mapSizeBytes = face.referenceTable('cmap')?.length ?? 0;
  if (mapSizeBytes > mostMapBytes) throw new FontError('The font says too much of its characters.');
  const codePoints = face.collectUnicodes();
  if (codePoints.length === 0 || face.upem === 0) throw new FontError('The file holds no usable font.');
  return faceOf(face, new Set(codePoints));
}

/** Every face of a file: one, or those of a collection. */
export function openFaces(sfnt: Uint8Array): FontFace[] {
  return Array.from({ length: countFaces(sfnt) }, (_, place) => openFace(sfnt, place));
}

/** A font whose code failed while it shaped or drew: its text takes another from then on. */
export const isBroken = ({ opened }: FontFace): boolean => opened.isBroken;
export const setBroken = ({ opened }: FontFace): void => {
  opened.isBroken = true;
};

/** The instance of a variable face at other values of its axes. */
export function instanceOf(base: FontFace, values: Readonly<Record<string, number>>): FontFace {
  const font = new Font(base.font.face);
  font.setVariations(Object.entries(values).map(([tag, value]) => new Variation(tag, value)));
  const names = { ...base, weight: values.wght ?? base.weight };
  return { ...names, key: ++lastKey, font, metrics: readMetrics(base.font.face, font.hExtents()) };
}

function faceOf(face: Face, codePoints: ReadonlySet<number>): FontFace {
  const font = new Font(face);
  return {
    ...readNames(face),
    key: ++lastKey,
    metrics: readMetrics(face, font.hExtents()),
    axes: face.getAxisInfos(),
    features: new Set(face.getTableFeatureTags('GSUB')),
    color: face.hasColorLayers() || face.hasColorPaint() || face.hasColorPng(),
    has: (codePoint) => codePoints.has(codePoint),
    font,
    opened: { isBroken: false },
  };
}

const outlines = new WeakMap<FontFace, Map<number, GlyphOutline>>();

/** The outline of a glyph, kept with its face. */
export function glyphOutline(face: FontFace, glyphId: number): GlyphOutline {
  const ofFace = outlines.get(face) ?? new Map<number, GlyphOutline>();
  outlines.set(face, ofFace);
  const outline = ofFace.get(glyphId) ?? drawnOutline(face, glyphId);
  ofFace.set(glyphId, outline);
  return outline;
}

const drawnOutline = (face: FontFace, glyphId: number): GlyphOutline =>
  outlineOf(asked(face, (font) => font.glyphToJson(glyphId)) ?? []);

/** The box of a glyph in font units, colours included: yBearing is its top, and height is negative. */
export const glyphExtents = (face: FontFace, glyphId: number): GlyphExtents | undefined =>
  asked(face, (font) => font.glyphExtents(glyphId));

/** The font's answer; undefined where its code fails. */
export function asked<Answer>(face: FontFace, question: (font: Font) => Answer): Answer | undefined {
  try {
    return question(face.font);
  } catch {
    setBroken(face);
    return undefined;
  }
}
