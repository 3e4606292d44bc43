import type { Matrix } from '../geometry/matrix.ts';
import { gradientLine } from '../gradient-geometry.ts';
import type { GradientPaint, GradientStop } from '../scene/scene.ts';
import { partial, printColor } from './colors.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { printEllipse } from './transforms.ts';
import { type Attribute, printElement, printGroup } from './xml.ts';

/** A stop says only what is not the default: black at the begin. */
export function printStop({ position, color }: GradientStop): string {
  const name = printColor(color);
  return printElement('stop', [
    ['offset', position === 0 ? undefined : position],
    ['stop-color', name === 'black' ? undefined : name],
    ['stop-opacity', partial(color.a)],
  ]);
}

export const printLines = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

function linearGradient(id: string, matrix: Matrix): readonly Attribute[] {
  const [x1, y1, x2, y2] = gradientLine(matrix);
  return [
    ['id', id],
    ['x1', x1],
    ['y1', y1],
    ['x2', x2],
    ['y2', y2],
    ['gradientUnits', 'userSpaceOnUse'],
  ];
}

const radialGradient = (id: string, matrix: Matrix): readonly Attribute[] => [
  ['id', id],
  ['cx', '0'],
  ['cy', '0'],
  ['r', '1'],
  ['gradientUnits', 'userSpaceOnUse'],
  ['gradientTransform', printEllipse(matrix)],
];

/** Defines a linear or radial gradient and answers with its id; `matrix` leads to the element's coordinates. */
export function defineGradient(sheet: SvgSheet, { shape, stops }: GradientPaint, matrix: Matrix): string {
  const isLinear = shape === 'LINEAR';
  const id = sheet.newId('paint', isLinear ? 'linear' : 'radial');
  const [tag, attributes] = isLinear
    ? (['linearGradient', linearGradient(id, matrix)] as const)
    : (['radialGradient', radialGradient(id, matrix)] as const);
  sheet.define('paint', printLines(printGroup(tag, attributes, stops.map(printStop))));
  return id;
}
