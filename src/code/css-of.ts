import { cssColor, cssPaint, isSeen, short } from './colors.ts';
import type { Effect, OwnNode } from './own-node.ts';

/** A line of CSS: property and value. */
export type CssLine = readonly [property: string, value: string];

const px = (value: number): string => `${short(value)}px`;

/** What a node looks like in CSS, as far as CSS has it. */
export function cssOf(node: OwnNode): CssLine[] {
  return [...sizeLines(node), ...layoutLines(node), ...textLines(node), ...looks(node)];
}

function sizeLines({ absoluteBoundingBox: box, type, rotation = 0, opacity = 1 }: OwnNode): CssLine[] {
  const lines: CssLine[] = [];
  if (box) lines.push(['width', px(box.width)]);
  if (box && type !== 'TEXT') lines.push(['height', px(box.height)]);
  if (Math.abs(rotation) > 1e-4)
    lines.push(['transform', `rotate(${short((-rotation * 180) / Math.PI)}deg)`]);
  if (opacity < 1) lines.push(['opacity', short(opacity)]);
  return lines;
}

const places: Readonly<Record<string, string>> = {
  MIN: 'flex-start',
  CENTER: 'center',
  MAX: 'flex-end',
  SPACE_BETWEEN: 'space-between',
  BASELINE: 'baseline',
};

function layoutLines(node: OwnNode): CssLine[] {
  const { layoutMode, layoutWrap, itemSpacing = 0 } = node;
  if (layoutMode !== 'HORIZONTAL' && layoutMode !== 'VERTICAL') return [];
  const { paddingTop = 0, paddingRight = 0, paddingBottom = 0, paddingLeft = 0 } = node;
  const padding = shortest([paddingTop, paddingRight, paddingBottom, paddingLeft]);
  return [
    ['display', 'flex'],
    ...pairIf(layoutMode === 'VERTICAL', 'flex-direction', 'column'),
    ...pairIf(layoutWrap === 'WRAP', 'flex-wrap', 'wrap'),
    ...pairIf(
      node.primaryAxisAlignItems !== undefined,
      'justify-content',
      places[node.primaryAxisAlignItems ?? ''],
    ),
    ['align-items', places[node.counterAxisAlignItems ?? 'MIN'] ?? 'flex-start'],
    ...pairIf(itemSpacing > 0, 'gap', px(itemSpacing)),
    ...pairIf(padding !== '0', 'padding', padding),
  ];
}

const pairIf = (isSaid: boolean, property: string, value: string | undefined): CssLine[] =>
  isSaid && value !== undefined ? [[property, value]] : [];

/** Four sides in as few words as CSS needs. */
function shortest([top = 0, right = 0, bottom = 0, left = 0]: readonly number[]): string {
  const words = [top, right, bottom, left].map((side) => (side === 0 ? '0' : px(side)));
  if (left === right) words.pop();
  if (left === right && top === bottom) words.pop();
  if (left === right && top === bottom && top === right) words.pop();
  return words.join(' ');
}

const cases: Readonly<Record<string, string>> = {
  UPPER: 'uppercase',
  LOWER: 'lowercase',
  TITLE: 'capitalize',
};

function textLines({ style }: OwnNode): CssLine[] {
  if (style === undefined) return [];
  const { fontFamily, fontSize, fontWeight, italic, lineHeightPx, letterSpacing = 0 } = style;
  const { textAlignHorizontal = 'LEFT', textDecoration = 'NONE', textCase = 'ORIGINAL' } = style;
  return [
    ...pairIf(fontFamily !== undefined, 'font-family', JSON.stringify(fontFamily)),
    ...pairIf(fontSize !== undefined, 'font-size', px(fontSize ?? 0)),
    ...pairIf(fontWeight !== undefined, 'font-weight', String(fontWeight)),
    ...pairIf(italic === true, 'font-style', 'italic'),
    ...pairIf(lineHeightPx !== undefined, 'line-height', px(lineHeightPx ?? 0)),
    ...pairIf(letterSpacing !== 0, 'letter-spacing', px(letterSpacing)),
    ...pairIf(textAlignHorizontal !== 'LEFT', 'text-align', textAlignHorizontal.toLowerCase()),
    ...pairIf(textDecoration === 'UNDERLINE', 'text-decoration', 'underline'),
    ...pairIf(textDecoration === 'STRIKETHROUGH', 'text-decoration', 'line-through'),
    ...pairIf(textCase in cases, 'text-transform', cases[textCase]),
  ];
}

function looks(node: OwnNode): CssLine[] {
  const { fills = [], effects = [], type } = node;
  // The uppermost stands last in a file, and first in CSS.
  const paints = fills
    .filter(isSeen)
    .reverse()
    .flatMap((paint) => cssPaint(paint) ?? []);
  const property = type === 'TEXT' ? 'color' : 'background';
  return [
    ...radiusLines(node),
    ...pairIf(paints.length > 0, property, type === 'TEXT' ? paints[0] : layers(paints)),
    ...borderLines(node),
    ...shadowLines(effects.filter(isSeen)),
  ];
}

/** Only the lowest of several grounds may be a plain colour. */
const layers = (paints: readonly string[]): string =>
  paints
    .map((paint, place) =>
      place < paints.length - 1 && !paint.includes('gradient')
        ? `linear-gradient(${paint}, ${paint})`
        : paint,
    )
    .join(', ');

function radiusLines({ type, cornerRadius, rectangleCornerRadii }: OwnNode): CssLine[] {
  if (type === 'ELLIPSE') return [['border-radius', '50%']];
  const value =
    rectangleCornerRadii === undefined ? px(cornerRadius ?? 0) : rectangleCornerRadii.map(px).join(' ');
  return /[1-9]/.test(value) ? [['border-radius', value]] : [];
}

function borderLines({ strokes = [], strokeWeight = 1, strokeDashes = [] }: OwnNode): CssLine[] {
  const paint = strokes.filter(isSeen).at(-1);
  const color = paint && cssPaint(paint);
  if (color === undefined || color.includes('gradient')) return [];
  return [['border', `${px(strokeWeight)} ${strokeDashes.length > 0 ? 'dashed' : 'solid'} ${color}`]];
}

function shadowLines(effects: readonly Effect[]): CssLine[] {
  const shadows = effects.filter(({ type }) => type === 'DROP_SHADOW' || type === 'INNER_SHADOW').map(shadow);
  const blur = effects.find(({ type }) => type === 'LAYER_BLUR');
  const ground = effects.find(({ type }) => type === 'BACKGROUND_BLUR');
  return [
    ...pairIf(shadows.length > 0, 'box-shadow', shadows.join(', ')),
    ...pairIf(blur !== undefined, 'filter', `blur(${px((blur?.radius ?? 0) / 2)})`),
    ...pairIf(ground !== undefined, 'backdrop-filter', `blur(${px((ground?.radius ?? 0) / 2)})`),
  ];
}

function shadow({ type, radius = 0, spread = 0, offset, color }: Effect): string {
  const words = [
    ...(type === 'INNER_SHADOW' ? ['inset'] : []),
    px(offset?.x ?? 0),
    px(offset?.y ?? 0),
    px(radius),
    ...(spread === 0 ? [] : [px(spread)]),
    cssColor(color ?? { r: 0, g: 0, b: 0 }),
  ];
  return words.join(' ');
}
