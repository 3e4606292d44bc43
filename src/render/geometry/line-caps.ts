import { arcTo } from './arc.ts';
import { type Matrix, transformPath } from './matrix.ts';
import type { LineEnd } from './measured-outline.ts';
import { type Path, PathPen, type Point, polygonPath } from './path.ts';

/** The contract's values of `strokeCap`. */
export type StrokeCap =
  | 'NONE'
  | 'ROUND'
  | 'SQUARE'
  | 'LINE_ARROW'
  | 'TRIANGLE_ARROW'
  | 'DIAMOND_FILLED'
  | 'CIRCLE_FILLED'
  | 'TRIANGLE_FILLED'
  | 'WASHI_TAPE_1'
  | 'WASHI_TAPE_2'
  | 'WASHI_TAPE_3'
  | 'WASHI_TAPE_4'
  | 'WASHI_TAPE_5'
  | 'WASHI_TAPE_6';

/** Half the side of the equilateral triangle whose height is five line weights. */
const halfSide = 5 / Math.sqrt(3);

/** How long the arms of an open arrow are, in line weights. */
const armLength = 4.5;

/**
 * A shape on a line's end for a line of weight 1: the origin is the end, x leads out of the line. `trim` is what
 * the line loses under it. Measured on the original's exports.
 */
type Marker = { readonly trim: number; readonly shape: Path };

function discOf(radius: number): Path {
  const pen = new PathPen();
  pen.moveTo(radius, 0);
  arcTo(pen, [radius, 0, 0, radius, 0, 0], 0, 2 * Math.PI);
  pen.close();
  return pen.path();
}

/** Two arms at 45° with round ends that meet round at the line's end. */
function openArrow(): Path {
  const pen = new PathPen();
  const far = armLength * Math.SQRT1_2;
  const turned = (angle: number, x: number, y: number): Matrix => {
    const [cos, sin] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
    return [cos, sin, -sin, cos, x, y];
  };
  const side = Math.SQRT1_2 / 2;
  const half = Math.PI / 2;
  pen.moveTo(side, -side);
  arcTo(pen, turned(0, 0, 0), -Math.PI / 4, Math.PI / 4);
  pen.lineTo(side - far, side + far);
  arcTo(pen, turned(0, -far, far), Math.PI / 4, Math.PI / 4 + Math.PI);
  pen.lineTo(-2 * side, 0);
  pen.lineTo(-far - side, -far + side);
  arcTo(pen, turned(0, -far, -far), Math.PI / 2 + half / 2, Math.PI / 4 + Math.PI + half);
  pen.lineTo(side, -side);
  pen.close();
  return pen.path();
}

const polygon = (...points: Point[]): Path => polygonPath(points);

const markers: Readonly<Partial<Record<StrokeCap, Marker>>> = {
  ROUND: { trim: 0, shape: discOf(0.5) },
  SQUARE: { trim: 0, shape: polygon([0, -0.5], [0.5, -0.5], [0.5, 0.5], [0, 0.5]) },
  LINE_ARROW: { trim: 0, shape: openArrow() },
  TRIANGLE_ARROW: { trim: 4.5, shape: polygon([0, 0], [-5, halfSide], [-5, -halfSide]) },
  TRIANGLE_FILLED: {
    trim: 4.5,
    shape: polygon([0, -halfSide], [0, halfSide], [-5, 0.5], [-5, -0.5]),
  },
  DIAMOND_FILLED: { trim: 0, shape: polygon([halfSide, 0], [0, halfSide], [-halfSide, 0], [0, -halfSide]) },
  CIRCLE_FILLED: { trim: 0, shape: discOf(8 / 3) },
};

/** How much shorter the line itself is at an end with that cap. */
export const trimOfCap = (cap: StrokeCap, weight: number): number => (markers[cap]?.trim ?? 0) * weight;

/** The shape that a cap puts on a line's end, or undefined where the line just ends. */
export function capShape(cap: StrokeCap, { x, y, outX, outY }: LineEnd, weight: number): Path | undefined {
  const marker = markers[cap];
  const turned: Matrix = [outX * weight, outY * weight, -outY * weight, outX * weight, x, y];
  return marker && transformPath(marker.shape, turned);
}
