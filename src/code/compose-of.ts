import { short } from './colors.ts';
import {
  type Along,
  areAlike,
  degreesOf,
  isWrapped,
  lengthOf,
  paddingOf,
  quoted,
  radiiOf,
  type Sides,
  type Stack,
  seenPaints,
  stackOf,
  straightGradient,
} from './drawn-parts.ts';
import type { Color, OwnNode, Paint } from './own-node.ts';

const indent = '    ';
const dp = (value: number): string => `${short(value)}.dp`;
const sp = (value: number): string => `${short(value)}.sp`;

/**
 * What a node looks like in Jetpack Compose, line by line; none for what Compose has nothing of. What has no modifier
 * that draws the same, as shadows and strokes that are not inside, is left out.
 */
export function composeOf(node: OwnNode): string[] {
  if (node.type === 'TEXT') return call('Text', [...textArguments(node), ...modifier(node)]);
  if (node.type === 'ELLIPSE' && !isCircle(node)) return [];
  if (node.type === 'RECTANGLE' || node.type === 'ELLIPSE') return call('Box', modifier(node));
  return holders.has(node.type) ? holderOf(node) : [];
}

const holders: ReadonlySet<string> = new Set(['FRAME', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE', 'SECTION']);

function holderOf(node: OwnNode): string[] {
  if (isWrapped(node)) return [];
  const stack = stackOf(node);
  const name = stack === undefined ? 'Box' : stack.isColumn ? 'Column' : 'Row';
  const lines = call(name, [...modifier(node), ...(stack === undefined ? [] : arrangement(stack))]);
  return [...lines.slice(0, -1), `${lines.at(-1)} {`, `${indent}// layers`, '}'];
}

/** Each argument on lines of its own. */
function call(name: string, values: readonly string[]): string[] {
  if (values.length === 0) return [`${name}()`];
  return [
    `${name}(`,
    ...values.flatMap((value) => `${value},`.split('\n').map((line) => indent + line)),
    ')',
  ];
}

const columnMain: Readonly<Record<Along, string>> = {
  start: 'Alignment.Top',
  center: 'Alignment.CenterVertically',
  end: 'Alignment.Bottom',
  between: 'Alignment.Top',
  baseline: 'Alignment.Top',
};
const rowMain: Readonly<Record<Along, string>> = {
  start: 'Alignment.Start',
  center: 'Alignment.CenterHorizontally',
  end: 'Alignment.End',
  between: 'Alignment.Start',
  baseline: 'Alignment.Start',
};

/** Baselines are a modifier of each layer in a row, so nothing is said of them here. */
function arrangement({ isColumn, spacing, main, cross }: Stack): string[] {
  const along = isColumn ? columnMain[main] : rowMain[main];
  const arranged =
    main === 'between' ? 'Arrangement.SpaceBetween' : `Arrangement.spacedBy(${dp(spacing)}, ${along})`;
  const across = isColumn ? rowMain[cross] : columnMain[cross];
  return [
    `${isColumn ? 'verticalArrangement' : 'horizontalArrangement'} = ${arranged}`,
    ...(cross === 'baseline'
      ? []
      : [`${isColumn ? 'horizontalAlignment' : 'verticalAlignment'} = ${across}`]),
  ];
}

const aligned: Readonly<Record<string, string>> = {
  CENTER: 'TextAlign.Center',
  RIGHT: 'TextAlign.End',
  JUSTIFIED: 'TextAlign.Justify',
};
const decorations: Readonly<Record<string, string>> = {
  UNDERLINE: 'TextDecoration.Underline',
  STRIKETHROUGH: 'TextDecoration.LineThrough',
};

function textArguments({ characters = '', style = {}, fills }: OwnNode): string[] {
  const { fontSize, fontWeight, italic, letterSpacing = 0, lineHeightPx } = style;
  const [color, ...others] = seenPaints(fills) ?? [];
  const isPlain = color?.type === 'SOLID' && color.color !== undefined && others.length === 0;
  const align = aligned[style.textAlignHorizontal ?? ''];
  const decoration = decorations[style.textDecoration ?? ''];
  return [
    `text = ${quoted(characters, /[\\"$]/g)}`,
    ...(isPlain ? [`color = ${colorOf(color.color ?? black, color.opacity)}`] : []),
    ...(fontSize === undefined ? [] : [`fontSize = ${sp(fontSize)}`]),
    ...(italic === true ? ['fontStyle = FontStyle.Italic'] : []),
    ...(fontWeight === undefined ? [] : [`fontWeight = FontWeight(${Math.round(fontWeight)})`]),
    ...(letterSpacing === 0 ? [] : [`letterSpacing = ${sp(letterSpacing)}`]),
    ...(decoration === undefined ? [] : [`textDecoration = ${decoration}`]),
    ...(align === undefined ? [] : [`textAlign = ${align}`]),
    ...(lineHeightPx === undefined ? [] : [`lineHeight = ${sp(lineHeightPx)}`]),
  ];
}

function modifier(node: OwnNode): string[] {
  const steps = [
    ...turnSteps(node),
    ...sizeSteps(node),
    ...groundSteps(node),
    ...strokeSteps(node),
    ...paddingSteps(node),
  ];
  return steps.length === 0
    ? []
    : [['modifier = Modifier', ...steps.map((step) => `${indent}.${step}`)].join('\n')];
}

function turnSteps(node: OwnNode): string[] {
  const { opacity = 1 } = node;
  const degrees = degreesOf(node);
  return [
    ...(degrees === 0 ? [] : [`rotate(${short(degrees)}f)`]),
    ...(opacity < 1 ? [`alpha(${short(opacity)}f)`] : []),
  ];
}

function sizeSteps(node: OwnNode): string[] {
  const axes = [
    ['width', 'fillMaxWidth()'],
    ['height', 'fillMaxHeight()'],
  ] as const;
  return axes.flatMap(([axis, filling]) => {
    const length = lengthOf(node, axis);
    if (length === 'fill') return [filling];
    if (typeof length !== 'number' || (node.type === 'TEXT' && axis === 'height')) return [];
    return [`${axis}(${dp(length)})`];
  });
}

const isCircle = ({ absoluteBoundingBox: box }: OwnNode): boolean =>
  box != null && Math.abs(box.width - box.height) < 0.01;

/** Undefined for a plain rectangle. */
function shapeOf(node: OwnNode): string | undefined {
  if (node.type === 'ELLIPSE') return 'CircleShape';
  const radii: Sides = radiiOf(node);
  if (radii.every((radius) => radius === 0)) return undefined;
  if (areAlike(radii)) return `RoundedCornerShape(${dp(radii[0])})`;
  const [topStart, topEnd, bottomEnd, bottomStart] = radii.map(dp);
  return `RoundedCornerShape(topStart = ${topStart}, topEnd = ${topEnd}, bottomEnd = ${bottomEnd}, bottomStart = ${bottomStart})`;
}

/** Each ground is drawn over those before it. */
function groundSteps(node: OwnNode): string[] {
  if (node.type === 'TEXT') return [];
  const shape = shapeOf(node);
  const clip = node.clipsContent ? [shape === undefined ? 'clipToBounds()' : `clip(${shape})`] : [];
  const inks = (seenPaints(node.fills) ?? []).map(inkOf);
  if (inks.includes(undefined)) return clip;
  return [
    ...clip,
    ...inks.map((ink) => `background(${[ink, ...(shape === undefined ? [] : [shape])].join(', ')})`),
  ];
}

function strokeSteps(node: OwnNode): string[] {
  const { type, strokes, strokeWeight = 1, strokeAlign, strokeDashes = [] } = node;
  const [paint, ...others] = seenPaints(strokes) ?? [];
  if (paint === undefined || others.length > 0 || type === 'TEXT') return [];
  const ink = inkOf(paint);
  if (ink === undefined || strokeAlign !== 'INSIDE' || strokeDashes.length > 0) return [];
  const shape = shapeOf(node) ?? 'RectangleShape';
  return [`border(${dp(strokeWeight)}, ${ink}, ${shape})`];
}

function paddingSteps(node: OwnNode): string[] {
  const sides = paddingOf(node);
  const [top, right, bottom, left] = sides;
  if (stackOf(node) === undefined || sides.every((side) => side === 0)) return [];
  if (areAlike(sides)) return [`padding(${dp(top)})`];
  if (left === right && top === bottom) return [`padding(horizontal = ${dp(left)}, vertical = ${dp(top)})`];
  return [`padding(start = ${dp(left)}, top = ${dp(top)}, end = ${dp(right)}, bottom = ${dp(bottom)})`];
}

const black: Color = { r: 0, g: 0, b: 0 };

/** Alpha, red, green and blue, two digits each. */
function colorOf({ r, g, b, a = 1 }: Color, opacity = 1): string {
  const digits = [a * opacity, r, g, b].map((part) =>
    Math.round(Math.min(Math.max(part, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `Color(0x${digits.join('').toUpperCase()})`;
}

/** A colour, or a gradient over the whole of the box; undefined for what Compose draws in another way. */
function inkOf(paint: Paint): string | undefined {
  const { type, color, opacity = 1 } = paint;
  if (type === 'SOLID' && color !== undefined) return colorOf(color, opacity);
  const line = straightGradient(paint);
  if (line === undefined) return undefined;
  const isDown = line.to.x === line.from.x;
  const [from, to] = isDown ? [line.from.y, line.to.y] : [line.from.x, line.to.x];
  if (from !== 0 || to !== 1) return undefined;
  const stops = line.stops.map((stop) => `${short(stop.position)}f to ${colorOf(stop.color, opacity)}`);
  return `Brush.${isDown ? 'vertical' : 'horizontal'}Gradient(${stops.join(', ')})`;
}
