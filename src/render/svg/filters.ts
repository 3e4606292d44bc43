import type { Bounds } from '../geometry/bounds.ts';
import { formatNumber } from '../geometry/print-path.ts';
import type { BlurEffect, Color, Effect, NoiseEffect, ShadowEffect, TextureEffect } from '../scene/scene.ts';
import { blendName } from './blend-modes.ts';
import { printLines } from './gradients.ts';
import { noiseLines, textureLines } from './noise.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { type Attribute, nonZero, printElement, printGroup } from './xml.ts';

export type FilteredEffect = ShadowEffect | BlurEffect | NoiseEffect | TextureEffect;

/** Whether a filter draws the effect: what lies behind and glass are beyond it. */
export const isFiltered = (effect: Effect): effect is FilteredEffect =>
  effect.kind !== 'glass' && effect.kind !== 'background-blur';

/** In the order in which they are drawn: shadows below, then those above, then what changes the whole. */
const letters = {
  'drop-shadow': 'd',
  'inner-shadow': 'i',
  'layer-blur': 'f',
  noise: 'n',
  texture: 'g',
} as const;
const order: readonly string[] = Object.keys(letters);

/** Defines the filter of a layer's effects within a region; answers with its id. */
export function defineFilter(
  sheet: SvgSheet,
  effects: readonly FilteredEffect[],
  { left, top, right, bottom }: Bounds,
): string {
  const sorted = effects.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const id = sheet.newId('filter', sorted.map(({ kind }) => letters[kind as keyof typeof letters]).join(''));
  const attributes: Attribute[] = [
    ['id', id],
    ['x', left],
    ['y', top],
    ['width', right - left],
    ['height', bottom - top],
    ['filterUnits', 'userSpaceOnUse'],
    ['color-interpolation-filters', 'sRGB'],
  ];
  sheet.define('filter', printLines(printGroup('filter', attributes, filterLines(sorted, sheet.suffix))));
  return id;
}

const blendOver = (below: string): string =>
  printElement('feBlend', [
    ['mode', 'normal'],
    ['in', 'SourceGraphic'],
    ['in2', below],
    ['result', 'shape'],
  ]);

/** Every effect takes what the ones before it made; the shape comes in after the shadows below it. */
function filterLines(effects: readonly FilteredEffect[], suffix: string): string[] {
  let below = 'BackgroundImageFix';
  const lines = [
    printElement('feFlood', [
      ['flood-opacity', '0'],
      ['result', below],
    ]),
  ];
  const shadows = effects.filter(({ kind }) => kind === 'drop-shadow').length;
  for (const [index, effect] of effects.entries()) {
    if (index === shadows) {
      lines.push(blendOver(below));
      below = 'shape';
    }
    const result = `effect${index + 1}_${resultNames[effect.kind]}_${suffix}`;
    for (const line of effectLines(effect, below, result)) lines.push(line);
    below = result;
  }
  return shadows === effects.length ? [...lines, blendOver(below)] : lines;
}

const resultNames: Readonly<Record<FilteredEffect['kind'], string>> = {
  'drop-shadow': 'dropShadow',
  'inner-shadow': 'innerShadow',
  'layer-blur': 'foregroundBlur',
  'background-blur': 'backgroundBlur',
  noise: 'noise',
  texture: 'texture',
};

function effectLines(effect: FilteredEffect, below: string, result: string): string[] {
  switch (effect.kind) {
    case 'drop-shadow':
    case 'inner-shadow':
      return shadowLines(effect, below, result);
    case 'noise':
      return noiseLines(effect, below, result);
    case 'texture':
      return textureLines(effect, below, result);
    default:
      return [blur(effect.radius, result)];
  }
}

const blur = (radius: number, result?: string): string =>
  printElement('feGaussianBlur', [
    ['stdDeviation', radius / 2],
    ['result', result],
  ]);

const matrixOf = ({ r, g, b, a }: Color): string =>
  ['0 0 0 0', r, '0 0 0 0', g, '0 0 0 0', b, '0 0 0', a, '0']
    .map((part) => (typeof part === 'number' ? formatNumber(part) : part))
    .join(' ');

const colored = (color: Color): string =>
  printElement('feColorMatrix', [
    ['type', 'matrix'],
    ['values', matrixOf(color)],
  ]);

/** The shape's alpha, hard at its edges. */
const hardAlpha = printElement('feColorMatrix', [
  ['in', 'SourceAlpha'],
  ['type', 'matrix'],
  ['values', '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0'],
  ['result', 'hardAlpha'],
]);

function shadowLines(shadow: ShadowEffect, below: string, result: string): string[] {
  const isDrop = shadow.kind === 'drop-shadow';
  const { offset, radius, spread, showBehind } = shadow;
  const spreads = spread !== 0 ? [spreadLine(shadow, result)] : [];
  const knockOut =
    isDrop && !showBehind
      ? [
          printElement('feComposite', [
            ['in2', 'hardAlpha'],
            ['operator', 'out'],
          ]),
        ]
      : [];
  const blend: Attribute[] = [
    ['mode', blendName(shadow.blendMode)],
    ['in2', below],
    ['result', result],
  ];
  return [
    hardAlpha,
    ...spreads,
    printElement(
      'feOffset',
      nonZero([
        ['dx', offset.x],
        ['dy', offset.y],
      ]),
    ),
    ...(radius > 0 ? [blur(radius)] : []),
    ...(isDrop ? knockOut : [insideOut]),
    colored(shadow.color),
    printElement('feBlend', blend),
  ];
}

/** A shadow cast inwards is what the moved shape leaves free of the shape. */
const insideOut = printElement('feComposite', [
  ['in2', 'hardAlpha'],
  ['operator', 'arithmetic'],
  ['k2', '-1'],
  ['k3', '1'],
]);

/** A larger shadow comes from a larger shape, or from a smaller hole. */
function spreadLine({ kind, spread }: ShadowEffect, result: string): string {
  const isGrown = kind === 'drop-shadow' ? spread > 0 : spread < 0;
  return printElement('feMorphology', [
    ['radius', Math.abs(spread)],
    ['operator', isGrown ? 'dilate' : 'erode'],
    ['in', 'SourceAlpha'],
    ['result', result],
  ]);
}
