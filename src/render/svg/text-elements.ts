import { applyToPoint, identity, type Matrix } from '../geometry/matrix.ts';
import { formatNumber } from '../geometry/print-path.ts';
import type { Outline, Paint, SceneText } from '../scene/scene.ts';
import type { PlacedLine } from '../text/place-line.ts';
import type { TextStyle } from '../text/text-box.ts';
import { applyCase } from '../text/text-case.ts';
import { blendStyle } from './blend-modes.ts';
import type { Part } from './elements.ts';
import { outlinedSigns, outlinedText } from './outlined-text.ts';
import { isSwept, paintSurface } from './paints.ts';
import type { Figure } from './shape-elements.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { keepsAngles, poseOf, printMatrix } from './transforms.ts';
import { type Attribute, escapeText, escapeXml, printAttributes } from './xml.ts';

/** Characters of one style that stand on one line. */
interface Span {
  readonly styleIndex: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Whether a text of the reader's fonts can show the paint. */
const isPlain = (paint: Paint): boolean =>
  paint.kind === 'solid' || (paint.kind === 'gradient' && !isSwept(paint));

/** Whether a text that is wanted as text can be written so. */
export const isWrittenAsText = ({ stroke, fills }: SceneText): boolean =>
  stroke === undefined && fills.flat().every(isPlain);

/** A text as text: an element for each run of a style, a `tspan` for each of its lines. */
export function textElements(sheet: SvgSheet, text: SceneText): Part[] {
  if (!isWrittenAsText(text)) return outlinedText(sheet, text);
  sheet.next('element');
  const runs = runsOf(text.layout.lines.flatMap((line) => spansOf(text, line)));
  return [...runs.flatMap((run) => runParts(sheet, text, run)), ...outlinedSigns(sheet, text)];
}

/** Spans of one style that follow each other. */
function runsOf(spans: readonly Span[]): Span[][] {
  const runs: Span[][] = [];
  for (const span of spans) {
    const last = runs.at(-1);
    if (last?.[0]?.styleIndex === span.styleIndex) last.push(span);
    else runs.push([span]);
  }
  return runs;
}

function spansOf({ characters, layout }: SceneText, line: PlacedLine): Span[] {
  const parts: { styleIndex: number; x: number; start: number; end: number }[] = [];
  for (const { styleIndex, x, start, end } of line.glyphs) {
    const last = parts.at(-1);
    if (start === end) continue;
    if (last?.styleIndex !== styleIndex) parts.push({ styleIndex, x, start, end });
    else [last.start, last.end] = [Math.min(last.start, start), Math.max(last.end, end)];
  }
  const isBroken = /[\n\u2028]/.test(characters.charAt(line.end));
  return parts.map(({ styleIndex, x, start, end }, index) => {
    const own = characters.slice(start, end);
    const { text } = applyCase(own, () => layout.styles[styleIndex]?.textCase);
    const breaks = isBroken && index === parts.length - 1 ? characters.charAt(line.end) : '';
    return { styleIndex, x, y: line.baseline, text: text + breaks };
  });
}

/** A run once for each of its fills. */
function runParts(sheet: SvgSheet, text: SceneText, run: readonly Span[]): string[] {
  const [{ styleIndex }] = run as [Span];
  const { matrix, size, layout, ink } = text;
  const isUpright = poseOf(matrix) === 'upright' && keepsAngles(matrix);
  const toUser: Matrix = isUpright ? matrix : identity;
  const outline: Outline = { matrix, size, form: { kind: 'path' }, areas: [] };
  const figure: Figure = { tag: 'text', attributes: [], toUser, lineScale: 1 };
  const spans = run.map((span) => printSpan(span, toUser)).join('');
  return (text.fills[styleIndex] ?? []).flatMap((fill) => {
    const painted = paintSurface(sheet, fill, { figure, outline, ink }, 'fill');
    if (painted === undefined) return [];
    const attributes: Attribute[] = [
      ['transform', isUpright ? undefined : printMatrix(matrix)],
      ...painted.attributes,
      ['xml:space', 'preserve'],
      ['style', ['white-space: pre', blendStyle(painted.blendMode)].filter(Boolean).join(';')],
      ...fontAttributes(layout.styles[styleIndex] ?? {}, toUser[0]),
    ];
    return [`<text${printAttributes(attributes)}>${spans}</text>`];
  });
}

function printSpan({ x, y, text }: Span, toUser: Matrix): string {
  const [left, baseline] = applyToPoint(toUser, [x, y]);
  return `<tspan x="${formatNumber(left)}" y="${formatNumber(baseline)}">${escapeText(text)}</tspan>`;
}

const decorations: Readonly<Record<string, string>> = {
  UNDERLINE: 'underline',
  STRIKETHROUGH: 'line-through',
};

function fontAttributes(style: TextStyle, scale: number): Attribute[] {
  const {
    fontFamily = '',
    fontSize = 12,
    fontWeight = 400,
    italic,
    letterSpacing = 0,
    textDecoration = '',
  } = style;
  const weight = fontWeight === 700 ? 'bold' : fontWeight;
  return [
    ['font-family', escapeXml(fontFamily)],
    ['font-size', fontSize * scale],
    ['font-style', italic === true ? 'italic' : undefined],
    ['font-weight', fontWeight === 400 ? undefined : weight],
    ['letter-spacing', `${formatNumber(fontSize > 0 ? letterSpacing / fontSize : 0)}em`],
    ['text-decoration', decorations[textDecoration]],
  ];
}
