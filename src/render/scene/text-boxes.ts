import type { Size } from '../geometry/rectangle.ts';
import type { TextBox, TextStyle } from '../text/text-box.ts';
import { type Json, type JsonRecord, listOf, numberOf, recordOf, stringOf } from './json-values.ts';
import type { NodeJson, SceneOptions } from './scene-source.ts';

const largestFont = 10_000;

const numbers = [
  'fontWeight',
  'letterSpacing',
  'paragraphSpacing',
  'paragraphIndent',
  'listSpacing',
  'maxLines',
  'lineHeightPx',
  'lineHeightPercent',
  'lineHeightPercentFontSize',
] as const;

const words = [
  'fontFamily',
  'fontPostScriptName',
  'fontStyle',
  'textCase',
  'textAlignHorizontal',
  'textAlignVertical',
  'textDecoration',
  'textAutoResize',
  'textTruncation',
  'lineHeightUnit',
] as const;

function copy(style: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) style[name] = value;
}

/** The fields of a style that are of the right kind, and its fills. */
function readStyle(from: JsonRecord): TextStyle {
  const style: TextStyle = {};
  for (const name of numbers) copy(style, name, numberOf(from[name]));
  for (const name of words) copy(style, name, stringOf(from[name]));
  const size = numberOf(from.fontSize);
  if (size !== undefined) style.fontSize = Math.min(largestFont, Math.max(0, size));
  if (typeof from.italic === 'boolean') style.italic = from.italic;
  const flags = recordOf(from.opentypeFlags);
  if (flags) style.opentypeFlags = flags as Record<string, number>;
  if (Array.isArray(from.fills)) style.fills = from.fills;
  return style;
}

function readTable(value: Json): Record<string, TextStyle> {
  const table: Record<string, TextStyle> = {};
  for (const [id, style] of Object.entries(recordOf(value) ?? {})) {
    const record = recordOf(style);
    if (record) table[id] = readStyle(record);
  }
  return table;
}

/** A TEXT node as its layout needs it, wrong kinds of values left out. */
export function readTextBox(node: NodeJson, size: Size, options: SceneOptions): TextBox {
  const { wholeBaselines } = options;
  return {
    characters: stringOf(node.characters) ?? '',
    style: readStyle(recordOf(node.style) ?? {}),
    characterStyleOverrides: listOf(node.characterStyleOverrides).map((id) => numberOf(id) ?? 0),
    styleOverrideTable: readTable(node.styleOverrideTable),
    lineTypes: listOf(node.lineTypes).map((type) => stringOf(type) ?? 'NONE'),
    lineIndentations: listOf(node.lineIndentations).map((level) => numberOf(level) ?? 0),
    size,
    ...(wholeBaselines !== undefined && { wholeBaselines }),
  };
}
