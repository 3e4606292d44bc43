import type { FontFace } from './font-face.ts';
import type { FontMatch, FontRegistry } from './font-registry.ts';
import type { TextBox, TextStyle } from './text-box.ts';

/** A style with its face found and its lengths in px. */
export interface ResolvedStyle {
  index: number;
  source: TextStyle;
  match: FontMatch;
  face: FontFace;
  size: number;
  /** Px for each font unit. */
  scale: number;
  letterSpacing: number;
  features: Readonly<Record<string, number>>;
  /** From the top of the line box to the baseline, and from there to its bottom. */
  above: number;
  below: number;
}

export interface ResolvedStyles {
  styles: ResolvedStyle[];
  /** The style of a UTF-16 unit of the characters. */
  at: (index: number) => ResolvedStyle;
  /** Whether any writes letters in another case than they have. */
  changesCase: boolean;
}

/** A number that can be reckoned with, else the other. */
export const finite = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

const fontFields = ['fontFamily', 'fontStyle', 'fontWeight', 'italic'];

/** An override says only what differs: what follows from a field it changes is not kept from the base. */
export function overridden(base: TextStyle, override: TextStyle): TextStyle {
  const says = (...fields: string[]): boolean => fields.some((field) => field in override);
  const style = { ...base, ...override };
  if (says(...fontFields) && !says('fontPostScriptName')) style.fontPostScriptName = null;
  if (says('fontWeight', 'italic') && !says('fontStyle')) delete style.fontStyle;
  if (says('fontSize', ...fontFields) && !says('lineHeightPx') && style.lineHeightUnit !== 'PIXELS')
    delete style.lineHeightPx;
  return style;
}

/** The node's style and those of its table that characters use, each resolved once. Yields after each. */
export function* resolveStyles(box: TextBox, registry: FontRegistry): Generator<undefined, ResolvedStyles> {
  const base = resolveStyle(box.style, 0, registry);
  const styles = [base];
  const byId = new Map<unknown, ResolvedStyle>([[0, base]]);
  const ids = box.characterStyleOverrides ?? [];
  for (const id of new Set(ids)) {
    const override = box.styleOverrideTable?.[String(id)];
    if (byId.has(id) || !override) continue;
    const style = resolveStyle(overridden(box.style, override), styles.length, registry);
    styles.push(style);
    byId.set(id, style);
    yield;
  }
  const changesCase = styles.some(({ source }) => otherCases.has(source.textCase));
  return { styles, at: (index) => byId.get(ids[index]) ?? base, changesCase };
}

const otherCases: ReadonlySet<unknown> = new Set(['UPPER', 'LOWER', 'TITLE']);

function resolveStyle(source: TextStyle, index: number, registry: FontRegistry): ResolvedStyle {
  const match = registry.find(source);
  const { face } = match;
  const size = Math.max(finite(source.fontSize, 12), 0);
  const scale = size / face.metrics.unitsPerEm;
  const height = lineHeight(source, size, face);
  const above = height / 2 + ((face.metrics.ascent - face.metrics.descent) * scale) / 2;
  const letterSpacing = finite(source.letterSpacing, 0);
  const features = featuresOf(source, letterSpacing);
  return {
    index,
    source,
    match,
    face,
    size,
    scale,
    letterSpacing,
    features,
    above,
    below: height - above,
  };
}

/** A percentage, of the size or of what the font asks for, comes to whole px; a height in px stays as it is. */
export function lineHeight(style: TextStyle, size: number, face: FontFace): number {
  const { ascent, descent, lineGap, unitsPerEm } = face.metrics;
  const natural = ((ascent + descent + lineGap) / unitsPerEm) * size;
  const percent = finite(style.lineHeightPercent, 100);
  const unit = style.lineHeightUnit ?? (percent === 100 ? 'INTRINSIC_%' : 'PIXELS');
  if (unit === 'PIXELS') return finite(style.lineHeightPx, natural);
  const share =
    unit === 'FONT_SIZE_%'
      ? (finite(style.lineHeightPercentFontSize, 100) / 100) * size
      : (percent / 100) * natural;
  return Math.round(finite(style.lineHeightPx, share));
}

/** Flags come with names in capitals; small capitals are a case there and a feature here. */
function featuresOf(style: TextStyle, letterSpacing: number): Record<string, number> {
  const features: Record<string, number> = {};
  if (letterSpacing !== 0) Object.assign(features, { liga: 0, clig: 0 });
  if (style.textCase === 'SMALL_CAPS' || style.textCase === 'SMALL_CAPS_FORCED') features.smcp = 1;
  if (style.textCase === 'SMALL_CAPS_FORCED') features.c2sc = 1;
  for (const [flag, value] of Object.entries(style.opentypeFlags ?? {}))
    if (/^[a-z0-9]{4}$/i.test(flag)) features[flag.toLowerCase()] = Math.max(0, Math.trunc(finite(value, 0)));
  return features;
}
