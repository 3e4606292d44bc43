import type { Bounds } from '../geometry/bounds.ts';
import { applyToPoint, invert, type Matrix, multiply, scaling } from '../geometry/matrix.ts';
import { formatNumber } from '../geometry/print-path.ts';
import { stopsAround } from '../gradient-geometry.ts';
import { grow } from '../scene/boxes.ts';
import type { GradientPaint, GradientStop } from '../scene/scene.ts';
import { byteOf } from './colors.ts';
import { printLines, printStop } from './gradients.ts';
import type { Figure } from './shape-elements.ts';
import type { SvgSheet } from './svg-sheet.ts';
import { printMatrix } from './transforms.ts';
import { type Attribute, escapeXml, printAttributes, printElement, printGroup } from './xml.ts';

/** How many units of the drawn gradient make one of the paint's: what the original takes. */
const unit = 1000;

/** Two gradients that SVG does not have are drawn under a clip, beside a shape that only says what they are. */
export interface SweptGradient {
  /** Stands before the shape, on its line. */
  readonly lead: string;
  readonly attributes: readonly Attribute[];
}

/** Draws an angular or diamond gradient; `matrix` leads from the paint's coordinates to the scene. */
export function drawSwept(
  sheet: SvgSheet,
  paint: GradientPaint,
  figure: Figure,
  matrix: Matrix,
  ink: Bounds,
): SweptGradient | undefined {
  const inverse = invert(multiply(matrix, scaling(1 / unit)));
  if (inverse === undefined) return undefined;
  const isAngular = paint.shape === 'ANGULAR';
  const id = sheet.newId('paint', isAngular ? 'angular' : 'diamond');
  const shape = printElement(figure.tag, figure.attributes);
  const content = isAngular ? printCone(paint, inverse, ink) : printQuarters(paint, id, inverse, ink);
  const clip = `<clipPath id="${id}_clip_path">${shape}</clipPath>`;
  sheet.define('paint', isAngular ? clip : clip + printDiamondGradient(id, paint.stops));
  const drawn = `<g transform="${printMatrix(multiply(matrix, scaling(1 / unit)))}">${content}</g>`;
  const lead = `<g clip-path="url(#${id}_clip_path)" data-figma-skip-parse="true">${drawn}</g>`;
  return { lead, attributes: [['data-figma-gradient-fill', escapeXml(printPaint(paint, matrix))]] };
}

/** How far a box reaches from the origin along both axes of the gradient. */
function reachOf(inverse: Matrix, { left, top, right, bottom }: Bounds): { x: number; y: number } {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  const points = corners.map((corner) => applyToPoint(inverse, corner));
  return {
    x: Math.max(...points.map(([x]) => Math.abs(x))),
    y: Math.max(...points.map(([, y]) => Math.abs(y))),
  };
}

/** A square of HTML with a conic gradient, a px larger than the shape where that is larger than the usual square. */
function printCone({ stops, opacity }: GradientPaint, inverse: Matrix, ink: Bounds): string {
  const { x, y } = reachOf(inverse, ink);
  const padded = reachOf(inverse, grow(ink, 1));
  const half = Math.max(x, y) <= unit * 1.00001 ? unit : Math.max(padded.x, padded.y);
  const place: Attribute[] = [
    ['x', -half],
    ['y', -half],
    ['width', 2 * half],
    ['height', 2 * half],
  ];
  const background = `conic-gradient(from 90deg,${stopsAround(stops).map(printConeStop).join(',')})`;
  const style = `background:${background};height:100%;width:100%;opacity:${formatNumber(opacity)}`;
  const html = `<div xmlns="http://www.w3.org/1999/xhtml" style="${style}"></div>`;
  return `<foreignObject${printAttributes(place)}>${html}</foreignObject>`;
}

function printConeStop({ position, color }: GradientStop): string {
  const bytes = [color.r, color.g, color.b].map(byteOf).join(', ');
  return `rgba(${bytes}, ${formatNumber(color.a)}) ${formatNumber(position * 360)}deg`;
}

const mirrorings = [undefined, 'scale(1 -1)', 'scale(-1 1)', 'scale(-1)'];

/** One quarter, four times mirrored. */
function printQuarters({ opacity }: GradientPaint, id: string, inverse: Matrix, ink: Bounds): string {
  const { x, y } = reachOf(inverse, ink);
  return mirrorings
    .map((transform) =>
      printElement('rect', [
        ['x', '0'],
        ['y', '0'],
        ['width', x],
        ['height', y],
        ['transform', transform],
        ['fill', `url(#${id})`],
        ['opacity', opacity],
        ['shape-rendering', 'crispEdges'],
      ]),
    )
    .join('');
}

function printDiamondGradient(id: string, stops: readonly GradientStop[]): string {
  const attributes: Attribute[] = [
    ['id', id],
    ['x1', '0'],
    ['y1', '0'],
    ['x2', unit / 2],
    ['y2', unit / 2],
    ['gradientUnits', 'userSpaceOnUse'],
  ];
  return printLines(printGroup('linearGradient', attributes, stops.map(printStop)));
}

/** A number as the original's JSON has it: single precision in 17 digits, of zeros at the end but one kept. */
export function printSingle(value: number): string {
  const digits = Math.fround(value);
  if (digits === 0) return '0.0';
  const [, exponent = ''] = digits.toExponential(16).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 17) return digits.toPrecision(17).replace(/0+$/, '0');
  const [mantissa = ''] = digits.toExponential(16).split('e');
  const sign = power < 0 ? '-' : '+';
  return `${mantissa.replace(/0+$/, '0')}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

const printRecord = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;

const printStopRecord = ({ position, color }: GradientStop): string => {
  const channels = { r: color.r, g: color.g, b: color.b, a: color.a };
  const printed = Object.fromEntries(
    Object.entries(channels).map(([name, value]) => [name, printSingle(value)]),
  );
  return printRecord({ color: printRecord(printed), position: printSingle(position) });
};

/** The paint as JSON. Its matrix leads from the unit square, whose middle is the gradient's, to the scene. */
function printPaint({ shape, stops, opacity, blendMode }: GradientPaint, matrix: Matrix): string {
  const [m00, m10, m01, m11, m02, m12] = multiply(matrix, [2, 0, 0, 2, -1, -1]);
  const entries = Object.entries({ m00, m01, m02, m10, m11, m12 });
  const transform = Object.fromEntries(entries.map(([name, value]) => [name, printSingle(value)]));
  return printRecord({
    type: `"GRADIENT_${shape}"`,
    stops: `[${stops.map(printStopRecord).join(',')}]`,
    stopsVar: '[]',
    transform: printRecord(transform),
    opacity: printSingle(opacity),
    blendMode: `"${blendMode}"`,
    visible: 'true',
  });
}
