import {
  type JsonRecord,
  listOf,
  numberOf,
  numberOr,
  recordOf,
  stringOf,
} from '../../render/scene/json-values.ts';
import { italicAsked, styleNameOf, weightAsked } from '../../render/text/font-match.ts';
import type { Follow, Kind } from './bound-parts.ts';
import { type FollowedValue, numberIn } from './followed-value.ts';
import { number, paint } from './paint-fields.ts';

const textIn = ({ value }: FollowedValue): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The name of the font's file is not known of another font. */
const unnamed = (style: JsonRecord): JsonRecord =>
  style.fontPostScriptName === undefined ? {} : { fontPostScriptName: null };

const fontFamily: Follow = (style, followed) => {
  const family = textIn(followed);
  return family === undefined ? undefined : { fontFamily: family, ...unnamed(style) };
};

const fontStyle: Follow = (style, followed) => {
  const name = textIn(followed);
  if (name === undefined) return undefined;
  const asked = { fontStyle: name };
  return { fontStyle: name, fontWeight: weightAsked(asked), italic: italicAsked(asked), ...unnamed(style) };
};

const fontWeight: Follow = (style, followed) => {
  const weight = numberIn(followed, 1);
  if (weight === undefined) return undefined;
  const italic = italicAsked({ italic: style.italic === true, fontStyle: stringOf(style.fontStyle) });
  const named = style.fontStyle === undefined ? {} : { fontStyle: styleNameOf(weight, italic) };
  return { fontWeight: weight, ...named, ...unnamed(style) };
};

/** A line height that is a share of the font's size grows with it. */
const fontSize: Follow = (style, followed) => {
  const size = numberIn(followed, 1);
  if (size === undefined) return undefined;
  const [before, height] = [numberOf(style.fontSize), numberOf(style.lineHeightPx)];
  if (before === undefined || before <= 0 || height === undefined) return { fontSize: size };
  const isShare = style.lineHeightUnit !== 'PIXELS';
  const heightPx = isShare ? height * (size / before) : height;
  return { fontSize: size, ...(Number.isFinite(heightPx) && lineHeightOf(style, heightPx, size)) };
};

const lineHeight: Follow = (style, followed) => {
  const heightPx = numberIn(followed, 0);
  if (heightPx === undefined) return undefined;
  return { ...lineHeightOf(style, heightPx, numberOf(style.fontSize)), lineHeightUnit: 'PIXELS' };
};

function lineHeightOf(style: JsonRecord, heightPx: number, sizePx: number | undefined): JsonRecord {
  const isShareSaid = style.lineHeightPercentFontSize !== undefined && sizePx !== undefined && sizePx > 0;
  const share = isShareSaid ? { lineHeightPercentFontSize: (heightPx * 100) / sizePx } : {};
  return { lineHeightPx: heightPx, ...share };
}

const styleFields = {
  fontFamily,
  fontStyle,
  fontWeight,
  fontSize,
  lineHeight,
  letterSpacing: number('letterSpacing'),
  paragraphSpacing: number('paragraphSpacing', 0),
  paragraphIndent: number('paragraphIndent', 0),
} satisfies Record<string, Follow>;

/** The style of a text, or of a range in it. */
export const textStyle: Kind = { fields: styleFields, lists: { fills: paint } };

/** A binding beside the style is of the whole text, where no range has a value of its own. */
const ofWholeText =
  (field: string, follow: Follow): Follow =>
  (node, followed) => {
    const style = recordOf(node.style);
    const ranges = Object.values(recordOf(node.styleOverrideTable) ?? {}).map(recordOf);
    if (style === undefined || ranges.some((range) => range?.[field] !== undefined)) return undefined;
    const changes = follow(style, followed);
    return changes && { style: { ...style, ...changes } };
  };

/** The characters take the text's own style; each of its lines is what the first one was. */
export const characters: Follow = (node, { value }) => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  const lines = text.split(/[\n\u2028\u2029]/).length;
  const ofLines = (key: string, first: unknown): JsonRecord =>
    node[key] === undefined ? {} : { [key]: Array(lines).fill(first) };
  return {
    characters: text,
    ...(node.characterStyleOverrides === undefined ? {} : { characterStyleOverrides: [] }),
    ...ofLines('lineTypes', stringOf(listOf(node.lineTypes)[0]) ?? 'NONE'),
    ...ofLines('lineIndentations', numberOr(listOf(node.lineIndentations)[0], 0)),
  };
};

/** Bindings of a TEXT node itself. */
export const textFields: Readonly<Record<string, Follow>> = {
  characters,
  ...Object.fromEntries(
    Object.entries(styleFields).map(([field, follow]) => [field, ofWholeText(field, follow)]),
  ),
};
