import { guidText } from '../message/guids.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import { type Answering, finite, type Members, unless } from './answering.ts';
import { boundFontOf } from './bindings.ts';
import { fontVariants } from './guesses.ts';
import { paintsOf } from './paints.ts';

const lineTypes: Readonly<Record<string, string>> = { ORDERED_LIST: 'ORDERED', UNORDERED_LIST: 'UNORDERED' };

/** What a text says, and how it looks in all and in its parts. */
export function textOf(node: FigNode, id: string, file: Answering): Members {
  const characters = node.textData?.characters ?? '';
  const metas = metasOf(node);
  const overrides = (node.textData?.styleOverrideTable ?? []).map((entry) => [
    String(entry.styleID ?? 0),
    {
      ...partStyleOf(entry, { node, metas }, file),
      ...(entry.fillPaints && { fills: paintsOf(entry.fillPaints, id, file) }),
    },
  ]);
  return {
    characters,
    style: styleOf(node, file),
    layoutVersion: node.textUserLayoutVersion ?? 0,
    characterStyleOverrides: node.textData?.characterStyleIDs ?? [],
    styleOverrideTable: Object.fromEntries(overrides),
    ...linesOf(node.textData?.lines, characters),
  };
}

/** Where nothing is said of lines there is a plain one up to each line break. */
function linesOf(lines: readonly Fig<'TextLineData'>[] | undefined, characters: string): Members {
  if (lines === undefined) {
    const count = lineCountOf(characters);
    return { lineTypes: Array(count).fill('NONE'), lineIndentations: Array(count).fill(0) };
  }
  return {
    lineTypes: lines.map(({ lineType = 'PLAIN' }) => lineTypes[lineType] ?? 'NONE'),
    lineIndentations: lines.map(({ indentationLevel = 0 }) => indentationLevel),
  };
}

function lineCountOf(characters: string): number {
  let count = 1;
  for (let at = characters.indexOf('\n'); at !== -1; at = characters.indexOf('\n', at + 1)) count += 1;
  return count;
}

const defaultFont = { family: 'Inter', style: 'Regular', postscript: '' };
const usualFontSize = 12;

/** The style of a whole text: what is as implied is left out. */
export function styleOf(node: FigNode, file: Answering): Members {
  const font = node.fontName ?? defaultFont;
  const fontSize = node.fontSize ?? usualFontSize;
  const meta = metasOf(node).get(nameOf(font));
  return {
    ...fontOf(font, meta),
    ...paragraphsOf(node),
    textAutoResize: autoResizeOf(node),
    textTruncation: unless(node.textTruncation ?? 'DISABLED', 'DISABLED'),
    maxLines: node.maxLines !== undefined && node.maxLines > 0 ? node.maxLines : undefined,
    fontSize,
    textAlignHorizontal: node.textAlignHorizontal ?? 'LEFT',
    textAlignVertical: node.textAlignVertical ?? 'TOP',
    letterSpacing: letterSpacingOf(node.letterSpacing, fontSize),
    textCase: unless(node.textCase ?? 'ORIGINAL', 'ORIGINAL'),
    textDecoration: unless(node.textDecoration ?? 'NONE', 'NONE'),
    ...lineHeightOf(node.lineHeight, fontSize, meta?.fontLineHeight),
    ...restOf(node, file),
  };
}

/** The style of a part of a text: what its entry changes, be it to what is implied elsewhere. */
function partStyleOf(entry: FigNode, { node: whole, metas }: WholeText, file: Answering): Members {
  const font = entry.fontName ?? whole.fontName ?? defaultFont;
  const fontSize = entry.fontSize ?? whole.fontSize ?? usualFontSize;
  const meta = metas.get(nameOf(font));
  return {
    ...(entry.fontName && fontOf(font, meta)),
    ...paragraphsOf(entry),
    fontSize: entry.fontSize,
    letterSpacing: entry.letterSpacing && letterSpacingOf(entry.letterSpacing, fontSize),
    textCase: entry.textCase,
    textDecoration: entry.textDecoration,
    ...(entry.lineHeight && lineHeightOf(entry.lineHeight, fontSize, meta?.fontLineHeight)),
    ...restOf(entry, file),
  };
}

type FontMeta = Fig<'FontMetaData'>;
type FontMetas = ReadonlyMap<string, FontMeta>;

interface WholeText {
  readonly node: FigNode;
  readonly metas: FontMetas;
}

const nameOf = ({ family, style }: Fig<'FontName'>): string => `${family}\n${style}`;

/** What a text tells of its fonts, by their names; of one font the first counts. */
function metasOf(node: FigNode): FontMetas {
  const metas = new Map<string, FontMeta>();
  const all = [...(node.textData?.fontMetaData ?? [])].reverse();
  const derived = [...(node.derivedTextData?.fontMetaData ?? [])].reverse();
  for (const meta of [...all, ...derived]) if (meta.key !== undefined) metas.set(nameOf(meta.key), meta);
  return metas;
}

function fontOf({ family, style, postscript }: Fig<'FontName'>, meta: FontMeta | undefined): Members {
  const isItalic =
    meta?.fontStyle === undefined ? /italic|oblique/i.test(style) : meta.fontStyle === 'ITALIC';
  return {
    fontFamily: family,
    fontPostScriptName: postscript === '' ? null : postscript,
    fontStyle: unless(style, ''),
    fontWeight: meta?.fontWeight || weightOf(style),
    italic: isItalic || undefined,
  };
}

const weights: readonly (readonly [RegExp, number])[] = [
  [/thin|hairline/i, 100],
  [/(extra|ultra) ?light/i, 200],
  [/light/i, 300],
  [/medium/i, 500],
  [/(semi|demi) ?bold/i, 600],
  [/(extra|ultra) ?bold/i, 800],
  [/black|heavy/i, 900],
  [/bold/i, 700],
];

const weightOf = (style: string): number => weights.find(([words]) => words.test(style))?.[1] ?? 400;

function paragraphsOf(node: FigNode): Members {
  return {
    paragraphSpacing: node.paragraphSpacing || undefined,
    paragraphIndent: node.paragraphIndent || undefined,
    listSpacing: node.listSpacing || undefined,
  };
}

function autoResizeOf({ textAutoResize = 'NONE', textTruncation }: FigNode): string | undefined {
  if (textAutoResize === 'NONE') return textTruncation === 'ENDING' ? 'TRUNCATE' : undefined;
  return textAutoResize;
}

function letterSpacingOf(spacing: Fig<'Number'> | undefined, fontSize: number): number {
  if (spacing === undefined) return 0;
  return spacing.units === 'PERCENT' ? (fontSize * spacing.value) / 100 : spacing.value;
}

/** A height of lines in all its units. Where the file does not tell the font's own, most fonts' stands in. */
function lineHeightOf(
  height: Fig<'Number'> | undefined,
  fontSize: number,
  fontLineHeight = 1.171875,
): Members {
  const { value, units } = height ?? { value: 100, units: 'PERCENT' };
  const single = (number: number) => finite(Math.fround(number));
  const natural = single(fontSize * fontLineHeight);
  const percentOf = (px: number, whole: number) => (whole === 0 ? 0 : single((px / whole) * 100));
  if (units === 'PIXELS')
    return {
      lineHeightPx: value,
      lineHeightPercent: percentOf(value, natural),
      lineHeightPercentFontSize: percentOf(value, fontSize),
      lineHeightUnit: 'PIXELS',
    };
  if (units === 'RAW') {
    const px = single(fontSize * value);
    return {
      lineHeightPx: px,
      lineHeightPercent: percentOf(px, natural),
      lineHeightPercentFontSize: single(value * 100),
      lineHeightUnit: 'FONT_SIZE_%',
    };
  }
  return {
    lineHeightPx: single((natural * value) / 100),
    lineHeightPercent: value,
    lineHeightUnit: 'INTRINSIC_%',
  };
}

/** Links, features of the font and variables, as far as a node or an entry tells of them. */
function restOf(node: FigNode, { index }: Answering): Members {
  return {
    hyperlink: linkOf(node.hyperlink),
    opentypeFlags: featuresOf(node),
    semanticWeight: unless(node.semanticWeight ?? 'NORMAL', 'NORMAL'),
    semanticItalic: unless(node.semanticItalic ?? 'NORMAL', 'NORMAL'),
    boundVariables: boundFontOf(node, index),
  };
}

/** What is switched on and off counts before what the variants of the font stand for. */
function featuresOf(node: FigNode): Members | undefined {
  const variants = Object.entries(fontVariants).flatMap(([field, features]) => {
    const value = String(node[field as keyof typeof fontVariants]);
    return Object.entries((features as Readonly<Record<string, object>>)[value] ?? {});
  });
  const flags = [
    ...variants,
    ...(node.toggledOnOTFeatures ?? []).map((feature) => [feature, 1] as const),
    ...(node.toggledOffOTFeatures ?? []).map((feature) => [feature, 0] as const),
  ];
  return flags.length === 0 ? undefined : Object.fromEntries(flags);
}

function linkOf(link: Fig<'Hyperlink'> | undefined): Members | undefined {
  const nodeID = guidText(link?.guid);
  if (nodeID !== undefined) return { type: 'NODE', nodeID };
  return link?.url ? { type: 'URL', url: link.url } : undefined;
}
