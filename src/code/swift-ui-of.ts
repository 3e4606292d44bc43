import { short } from './colors.ts';
import {
  type Along,
  areAlike,
  degreesOf,
  effectsOf,
  isWrapped,
  lengthOf,
  paddingOf,
  quoted,
  radiiOf,
  seenPaints,
  stackOf,
  straightGradient,
} from './drawn-parts.ts';
import type { Color, OwnNode, Paint } from './own-node.ts';

const indent = '    ';

/**
 * What a node looks like in SwiftUI, line by line; none for what SwiftUI has no view of. What has no modifier that draws
 * the same, as spread and inner shadows, is left out.
 */
export function swiftUiOf(node: OwnNode): string[] {
  const view = viewOf(node);
  return view === undefined ? [] : [...view, ...modifiersOf(node).map((line) => `${indent}.${line}`)];
}

function viewOf(node: OwnNode): string[] | undefined {
  const { type, characters } = node;
  if (type === 'TEXT') return [`Text(${quoted(characters ?? '', /[\\"]/g)})`];
  if (type === 'RECTANGLE') return filled(node, shapeOf(node));
  if (type === 'ELLIPSE') return filled(node, 'Ellipse()');
  return holders.has(type) ? holderOf(node) : undefined;
}

const holders: ReadonlySet<string> = new Set(['FRAME', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE', 'SECTION']);

function holderOf(node: OwnNode): string[] | undefined {
  if (isWrapped(node)) return undefined;
  const stack = stackOf(node);
  if (stack === undefined) return ['ZStack(alignment: .topLeading) {', `${indent}// layers`, '}'];
  const { isColumn, cross, main, spacing } = stack;
  const across = isColumn ? columnAlignments[cross] : rowAlignments[cross];
  const isSpread = main === 'between';
  return [
    `${isColumn ? 'VStack' : 'HStack'}(alignment: ${across}, spacing: ${isSpread ? '0' : short(spacing)}) {`,
    `${indent}// layers${isSpread ? ', with Spacer() between them' : ''}`,
    '}',
  ];
}

const rowAlignments: Readonly<Record<Along, string>> = {
  start: '.top',
  center: '.center',
  end: '.bottom',
  baseline: '.firstTextBaseline',
  between: '.top',
};
const columnAlignments: Readonly<Record<Along, string>> = {
  start: '.leading',
  center: '.center',
  end: '.trailing',
  baseline: '.leading',
  between: '.leading',
};

/** A shape takes one style; others lie behind it. */
function filled({ fills }: OwnNode, shape: string): string[] | undefined {
  const paints = seenPaints(fills);
  const [top] = paints?.toReversed() ?? [];
  const style = top === undefined ? '.clear' : styleOf(top);
  return style === undefined || (paints?.length ?? 0) > 1 ? undefined : [shape, `${indent}.fill(${style})`];
}

function modifiersOf(node: OwnNode): string[] {
  return [
    ...textModifiers(node),
    ...paddingModifiers(node),
    ...frameModifiers(node),
    ...groundModifiers(node),
    ...strokeModifiers(node),
    ...effectModifiers(node),
  ];
}

const cases: Readonly<Record<string, string>> = { UPPER: '.uppercase', LOWER: '.lowercase' };
const aligned: Readonly<Record<string, string>> = { CENTER: '.center', RIGHT: '.trailing' };

function textModifiers({ type, style, fills }: OwnNode): string[] {
  if (type !== 'TEXT' || style === undefined) return [];
  const { fontFamily, fontSize, fontWeight, italic, letterSpacing = 0 } = style;
  const [color, ...others] = seenPaints(fills) ?? [];
  const ink = color === undefined || others.length > 0 ? undefined : styleOf(color);
  const align = aligned[style.textAlignHorizontal ?? ''];
  const letters = cases[style.textCase ?? ''];
  return [
    ...(fontFamily === undefined || fontSize === undefined
      ? []
      : [`font(.custom(${quoted(fontFamily, /[\\"]/g)}, size: ${short(fontSize)}))`]),
    ...(fontWeight === undefined ? [] : [`fontWeight(${weightOf(fontWeight)})`]),
    ...(italic === true ? ['italic()'] : []),
    ...(style.textDecoration === 'UNDERLINE' ? ['underline()'] : []),
    ...(style.textDecoration === 'STRIKETHROUGH' ? ['strikethrough()'] : []),
    ...(letterSpacing === 0 ? [] : [`kerning(${short(letterSpacing)})`]),
    ...(letters === undefined ? [] : [`textCase(${letters})`]),
    ...(align === undefined ? [] : [`multilineTextAlignment(${align})`]),
    ...(ink === undefined ? [] : [`foregroundStyle(${ink})`]),
  ];
}

const weights = [
  '.ultraLight',
  '.thin',
  '.light',
  '.regular',
  '.medium',
  '.semibold',
  '.bold',
  '.heavy',
  '.black',
] as const;

function weightOf(weight: number): string {
  const place = Math.min(Math.max(Math.round(weight / 100), 1), weights.length) - 1;
  // SwiftUI calls 100 ultra light and 200 thin.
  return weights[place] ?? '.regular';
}

function paddingModifiers(node: OwnNode): string[] {
  const sides = paddingOf(node);
  const [top, right, bottom, left] = sides;
  if (stackOf(node) === undefined || sides.every((side) => side === 0)) return [];
  if (areAlike(sides)) return [`padding(${short(top)})`];
  if (left !== right || top !== bottom)
    return [
      `padding(EdgeInsets(top: ${short(top)}, leading: ${short(left)}, bottom: ${short(bottom)}, trailing: ${short(right)}))`,
    ];
  return [
    ...(left === 0 ? [] : [`padding(.horizontal, ${short(left)})`]),
    ...(top === 0 ? [] : [`padding(.vertical, ${short(top)})`]),
  ];
}

function frameModifiers(node: OwnNode): string[] {
  const alignment = alignmentOf(node);
  const frame = (sides: readonly string[]) =>
    sides.length === 0 ? [] : [`frame(${[...sides, ...alignment].join(', ')})`];
  const lengths = (['width', 'height'] as const).map((axis) => [axis, lengthOf(node, axis)] as const);
  const fixed = lengths.flatMap(([axis, length]) =>
    typeof length === 'number' && !(node.type === 'TEXT' && axis === 'height')
      ? [`${axis}: ${short(length)}`]
      : [],
  );
  const filling = lengths.flatMap(([axis, length]) =>
    length === 'fill' ? [axis === 'width' ? 'maxWidth: .infinity' : 'maxHeight: .infinity'] : [],
  );
  return [...frame(fixed), ...frame(filling)];
}

/** Where layers lie in a frame that is larger than they are. */
function alignmentOf(node: OwnNode): string[] {
  if (node.type === 'TEXT') {
    const side = { CENTER: [], RIGHT: ['alignment: .trailing'] }[node.style?.textAlignHorizontal ?? ''];
    return side ?? ['alignment: .leading'];
  }
  if (!holders.has(node.type)) return [];
  const stack = stackOf(node);
  const [across, down]: readonly [Along, Along] =
    stack === undefined
      ? ['start', 'start']
      : stack.isColumn
        ? [stack.cross, stack.main]
        : [stack.main, stack.cross];
  const [vertical, horizontal] = [downs[down], acrosses[across]];
  if (vertical === '' && horizontal === '') return [];
  if (vertical === '') return [`alignment: .${horizontal.toLowerCase()}`];
  return [`alignment: .${vertical}${horizontal}`];
}

const downs: Readonly<Record<Along, string>> = {
  start: 'top',
  center: '',
  end: 'bottom',
  between: '',
  baseline: 'top',
};
const acrosses: Readonly<Record<Along, string>> = {
  start: 'Leading',
  center: '',
  end: 'Trailing',
  between: '',
  baseline: 'Leading',
};

/** Each ground lies behind those before it. */
function groundModifiers(node: OwnNode): string[] {
  if (!holders.has(node.type)) return [];
  const styles = (seenPaints(node.fills) ?? []).map(styleOf);
  const grounds = styles.includes(undefined)
    ? []
    : styles.toReversed().map((style) => `background(${style})`);
  const isRound = radiiOf(node).some((radius) => radius > 0);
  return [
    ...grounds,
    ...(isRound ? [`clipShape(${shapeOf(node)})`] : node.clipsContent ? ['clipped()'] : []),
  ];
}

function shapeOf(node: OwnNode): string {
  if (node.type === 'ELLIPSE') return 'Ellipse()';
  const radii = radiiOf(node);
  const [topLeading, topTrailing, bottomTrailing, bottomLeading] = radii.map(short);
  if (!areAlike(radii))
    return `UnevenRoundedRectangle(topLeadingRadius: ${topLeading}, bottomLeadingRadius: ${bottomLeading}, bottomTrailingRadius: ${bottomTrailing}, topTrailingRadius: ${topTrailing})`;
  return topLeading === '0' ? 'Rectangle()' : `RoundedRectangle(cornerRadius: ${topLeading})`;
}

function strokeModifiers(node: OwnNode): string[] {
  const { type, strokes, strokeWeight = 1, strokeAlign, strokeDashes = [] } = node;
  const [paint, ...others] = seenPaints(strokes) ?? [];
  if (paint === undefined || others.length > 0 || type === 'TEXT') return [];
  const style = styleOf(paint);
  const stroke = { INSIDE: 'strokeBorder', CENTER: 'stroke' }[strokeAlign ?? ''];
  if (style === undefined || stroke === undefined) return [];
  const weight =
    strokeDashes.length === 0
      ? `lineWidth: ${short(strokeWeight)}`
      : `style: StrokeStyle(lineWidth: ${short(strokeWeight)}, dash: [${strokeDashes.map(short).join(', ')}])`;
  return [`overlay(${shapeOf(node)}.${stroke}(${style}, ${weight}))`];
}

function effectModifiers(node: OwnNode): string[] {
  const { opacity = 1 } = node;
  const shadows = effectsOf(node, 'DROP_SHADOW').filter(({ spread = 0 }) => spread === 0);
  const [blur] = effectsOf(node, 'LAYER_BLUR');
  const degrees = degreesOf(node);
  return [
    ...shadows.map(
      ({ color, radius = 0, offset }) =>
        `shadow(color: ${colorOf(color ?? black)}, radius: ${short(radius / 2)}, x: ${short(offset?.x ?? 0)}, y: ${short(offset?.y ?? 0)})`,
    ),
    ...(blur === undefined ? [] : [`blur(radius: ${short((blur.radius ?? 0) / 2)})`]),
    ...(opacity < 1 ? [`opacity(${short(opacity)})`] : []),
    ...(degrees === 0 ? [] : [`rotationEffect(.degrees(${short(degrees)}))`]),
  ];
}

const black: Color = { r: 0, g: 0, b: 0 };

/** Shares of red, green and blue, as exact as eight bits are. */
const share = (value: number): string => String(Math.round(value * 1000) / 1000);

function colorOf({ r, g, b, a = 1 }: Color, opacity = 1): string {
  const alpha = a * opacity;
  const ink = `red: ${share(r)}, green: ${share(g)}, blue: ${share(b)}`;
  return alpha < 1 ? `Color(${ink}, opacity: ${share(alpha)})` : `Color(${ink})`;
}

/** Undefined for what SwiftUI draws in another way. */
function styleOf(paint: Paint): string | undefined {
  const { type, color, opacity = 1 } = paint;
  if (type === 'SOLID' && color !== undefined) return colorOf(color, opacity);
  const line = straightGradient(paint);
  if (line === undefined) return undefined;
  const stops = line.stops.map(
    (stop) => `.init(color: ${colorOf(stop.color, opacity)}, location: ${share(stop.position)})`,
  );
  const [from, to] = [line.from, line.to].map(({ x, y }) => `UnitPoint(x: ${share(x)}, y: ${share(y)})`);
  return `LinearGradient(stops: [${stops.join(', ')}], startPoint: ${from}, endPoint: ${to})`;
}
