import { brightnessSteps, isGrainStep, noiseFrequency, noiseOctaves, noiseSeed } from '../fractal-noise.ts';
import { formatNumber } from '../geometry/print-path.ts';
import type { Color, NoiseEffect, TextureEffect } from '../scene/scene.ts';
import { byteOf, printColor } from './colors.ts';
import { type Attribute, printElement, printGroup } from './xml.ts';

const turbulence = (noiseSize: number, more: readonly Attribute[]): string => {
  const frequency = String(noiseFrequency(noiseSize));
  return printElement('feTurbulence', [
    ['type', 'fractalNoise'],
    ['baseFrequency', `${frequency} ${frequency}`],
    ...more,
  ]);
};

/** 1 for the steps of brightness around the middle that the density takes, 0 for others. */
function densityTable(middle: number, density: number): string {
  const isTaken = (step: number): boolean => isGrainStep(step, middle, density);
  return Array.from({ length: brightnessSteps }, (_, step) => (isTaken(step) ? '1 ' : '0 ')).join('');
}

const discrete = (middle: number, density: number): string =>
  printElement('feFuncA', [
    ['type', 'discrete'],
    ['tableValues', densityTable(middle, density)],
  ]);

const transfer = (from: string, result: string, lines: readonly string[]): string[] =>
  printGroup(
    'feComponentTransfer',
    [
      ['in', from],
      ['result', result],
    ],
    lines,
  );

const within = (area: string, from: string, result: string): string =>
  printElement('feComposite', [
    ['operator', 'in'],
    ['in2', area],
    ['in', from],
    ['result', result],
  ]);

const merge = (result: string, layers: readonly string[]): string[] =>
  printGroup(
    'feMerge',
    [['result', result]],
    layers.map((layer) => printElement('feMergeNode', [['in', layer]])),
  );

function floodColor(color: Color): string {
  if (color.a >= 1) return printColor(color);
  return `rgba(${[color.r, color.g, color.b].map(byteOf).join(', ')}, ${formatNumber(color.a)})`;
}

/** Grains of one colour: those whose brightness lies around the middle. */
const grains = (color: Color, number: number, middle: number, density: number): string[] => [
  ...transfer('alphaNoise', `coloredNoise${number}`, [discrete(middle, density)]),
  within('shape', `coloredNoise${number}`, `noise${number}Clipped`),
  printElement('feFlood', [
    ['flood-color', floodColor(color)],
    ['result', `color${number}Flood`],
  ]),
  within(`noise${number}Clipped`, `color${number}Flood`, `color${number}`),
];

/** Grains in their own colours, brightened so that they use the whole range. */
const coloredGrains = (density: number, opacity: number): string[] => [
  ...transfer('noise', 'coloredNoise1', [
    ...['R', 'G', 'B'].map((channel) =>
      printElement(`feFunc${channel}`, [
        ['type', 'linear'],
        ['slope', '2'],
        ['intercept', '-0.5'],
      ]),
    ),
    discrete(0.5, density),
  ]),
  within('shape', 'coloredNoise1', 'noise1Clipped'),
  ...transfer('noise1Clipped', 'color1', [
    printElement('feFuncA', [
      ['type', 'table'],
      ['tableValues', `0 ${formatNumber(opacity)}`],
    ]),
  ]),
];

/** Noise over a layer: `below` is what the filter made so far. */
export function noiseLines(noise: NoiseEffect, below: string, result: string): string[] {
  const { noiseSize, noiseType, density, color, secondaryColor, opacity = 1 } = noise;
  const base = turbulence(noiseSize, [
    ['stitchTiles', 'stitch'],
    ['numOctaves', noiseOctaves],
    ['result', 'noise'],
    ['seed', noiseSeed],
  ]);
  if (noiseType === 'MULTITONE')
    return [base, ...coloredGrains(density, opacity), ...merge(result, [below, 'color1'])];
  const brightness = printElement('feColorMatrix', [
    ['in', 'noise'],
    ['type', 'luminanceToAlpha'],
    ['result', 'alphaNoise'],
  ]);
  const first = grains(color, 1, 0.25, density);
  if (noiseType === 'MONOTONE' || secondaryColor === undefined)
    return [base, brightness, ...first, ...merge(result, [below, 'color1'])];
  const second = grains(secondaryColor, 2, 0.75, density);
  return [base, brightness, ...first, ...second, ...merge(result, [below, 'color1', 'color2'])];
}

/** Distorts edges: every point is taken from up to a radius away. */
export function textureLines(texture: TextureEffect, below: string, result: string): string[] {
  const displaced = printElement('feDisplacementMap', [
    ['in', below],
    ['scale', String(Math.fround(texture.radius * 2))],
    ['xChannelSelector', 'R'],
    ['yChannelSelector', 'G'],
    ['result', 'displacedImage'],
    ['width', '100%'],
    ['height', '100%'],
  ]);
  const base = turbulence(texture.noiseSize, [
    ['numOctaves', noiseOctaves],
    ['seed', noiseSeed],
  ]);
  if (!texture.clipToShape) return [base, displaced, ...merge(result, ['displacedImage'])];
  const clipped = within('SourceAlpha', 'displacedImage', 'clippedImage');
  return [base, displaced, clipped, ...merge(result, ['clippedImage'])];
}
