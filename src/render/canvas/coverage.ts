import { arcTo } from '../geometry/arc.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { Size } from '../geometry/rectangle.ts';
import { type Segment, splitSegment } from '../geometry/segments.ts';
import type { Tracing } from './trace-outline.ts';

/** How far, in px, the lines that stand for a curve may run beside it: for one level of 255. */
const tolerance = 1 / 256;
const mostHalvings = 16;
/** Such a part of an ellipse and a cubic curve differ by less than a ten millionth of its radius. */
const partOfEllipse = Math.PI / 8;

/**
 * The share of each px that lies inside of an outline, exactly: it depends on nothing but the outline and the px. The
 * library's own shares depend on where its canvas begins and ends, since it cuts curves there.
 *
 * Each line adds to the px that it goes through what lies to the right of it, with its sign, as the difference to the
 * px on their left; sums along the rows are the shares.
 */
export class Coverage implements Tracing {
  readonly #differences: Float32Array;
  /** Of each row, the first px that a line goes through, and the one after the last. */
  readonly #begins: Int32Array;
  readonly #ends: Int32Array;
  readonly #matrix: Matrix;
  readonly #width: number;
  readonly #height: number;
  /** Px for a unit of the outline's own coordinates, at the most. */
  readonly #scale: number;
  /** In the outline's coordinates. */
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;

  /** @param matrix From the outline's own coordinates to px */
  constructor({ width, height }: Size, matrix: Matrix) {
    const [a, b, c, d] = matrix;
    this.#width = width;
    this.#height = height;
    this.#matrix = matrix;
    this.#scale = Math.hypot(a, b, c, d);
    this.#differences = new Float32Array(width * height);
    this.#begins = new Int32Array(height).fill(width);
    this.#ends = new Int32Array(height);
  }

  moveTo(x: number, y: number): void {
    this.closePath();
    this.#x = this.#startX = x;
    this.#y = this.#startY = y;
  }

  lineTo(x: number, y: number): void {
    const [a, b, c, d, e, f] = this.#matrix;
    const [fromX, fromY] = [this.#x, this.#y];
    this.#addLine(a * fromX + c * fromY + e, b * fromX + d * fromY + f, a * x + c * y + e, b * x + d * y + f);
    this.#x = x;
    this.#y = y;
  }

  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void {
    this.#addCurve([this.#x, this.#y, x1, y1, x, y], mostHalvings);
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#addCurve([this.#x, this.#y, x1, y1, x2, y2, x, y], mostHalvings);
  }

  /** From an angle to a larger one, on the axes of the outline's coordinates. */
  ellipse(x: number, y: number, rx: number, ry: number, _turned: 0, from: number, to: number): void {
    const parts = Math.ceil((to - from) / partOfEllipse);
    const angleAt = (place: number): number => from + ((to - from) * place) / parts;
    const pen: Parameters<typeof arcTo>[0] = { cubicTo: (...curve) => this.bezierCurveTo(...curve) };
    this.lineTo(x + rx * Math.cos(from), y + ry * Math.sin(from));
    for (let place = 0; place < parts; place += 1)
      arcTo(pen, [rx, 0, 0, ry, x, y], angleAt(place), angleAt(place + 1));
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.min(radius, width / 2, height / 2);
    const [left, top, right, bottom] = [x + r, y + r, x + width - r, y + height - r];
    const quarter = Math.PI / 2;
    this.moveTo(x, top);
    this.ellipse(left, top, r, r, 0, -2 * quarter, -quarter);
    this.ellipse(right, top, r, r, 0, -quarter, 0);
    this.ellipse(right, bottom, r, r, 0, 0, quarter);
    this.ellipse(left, bottom, r, r, 0, quarter, 2 * quarter);
    this.closePath();
  }

  closePath(): void {
    this.lineTo(this.#startX, this.#startY);
  }

  /** Writes the shares of all that was traced into the alpha of RGBA, where it is less. */
  writeTo(rgba: Uint8ClampedArray, rule: 'evenodd' | 'nonzero'): void {
    this.closePath();
    for (let row = 0; row < this.#height; row += 1) {
      const end = row * this.#width + this.#ends[row]!;
      const level = this.#writeEdges(rgba, rule, row * this.#width + this.#begins[row]!, end);
      if (level > 0) raiseAlpha(rgba, level, end, (row + 1) * this.#width);
    }
  }

  /** Writes the shares from a row's first line to its last one; answers with the level beyond that. */
  #writeEdges(rgba: Uint8ClampedArray, rule: 'evenodd' | 'nonzero', from: number, end: number): number {
    const differences = this.#differences;
    let winding = 0;
    let level = 0;
    for (let at = from; at < end; at += 1) {
      const difference = differences[at]!;
      if (difference !== 0) {
        winding += difference;
        level = Math.round(255 * (rule === 'nonzero' ? Math.min(1, Math.abs(winding)) : folded(winding)));
      }
      if (level > rgba[4 * at + 3]!) rgba[4 * at + 3] = level;
    }
    return level;
  }

  /**
   * Lines along a curve, halved until it is straight. Where, its own coordinates say, which are those of all who count
   * it; what runs beside the px counts as a line.
   */
  #addCurve(curve: Segment, halvings: number): void {
    if (halvings === 0 || this.#isStraight(curve) || this.#isBeside(curve)) {
      this.lineTo(curve.at(-2)!, curve.at(-1)!);
      return;
    }
    const [first, second] = splitSegment(curve, 0.5);
    this.#addCurve(first, halvings - 1);
    this.#addCurve(second, halvings - 1);
  }

  /** A curve of a degree lies beside its line by no more than its sharpest bend allows. */
  #isStraight(curve: Segment): boolean {
    const degree = curve.length / 2 - 1;
    let bend = 0;
    for (let at = 0; at + 5 < curve.length; at += 2) {
      const bendOf = (place: number): number => curve[place]! - 2 * curve[place + 2]! + curve[place + 4]!;
      bend = Math.max(bend, Math.hypot(bendOf(at), bendOf(at + 1)));
    }
    return !(((degree * (degree - 1)) / 8) * bend * this.#scale > tolerance);
  }

  #isBeside(curve: Segment): boolean {
    const [a, b, c, d, e, f] = this.#matrix;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < curve.length; at += 2) {
      const [x, y] = [curve[at]!, curve[at + 1]!];
      const [across, down] = [a * x + c * y + e, b * x + d * y + f];
      [left, right] = [Math.min(left, across), Math.max(right, across)];
      [top, bottom] = [Math.min(top, down), Math.max(bottom, down)];
    }
    return right <= 0 || left >= this.#width || bottom <= 0 || top >= this.#height;
  }

  /** Downwards it counts for one, upwards for minus one. */
  #addLine(fromX: number, fromY: number, toX: number, toY: number): void {
    if (fromY === toY) return;
    const sign = fromY < toY ? 1 : -1;
    const [x0, y0, x1, y1] = sign === 1 ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
    const slope = (x1 - x0) / (y1 - y0);
    const end = Math.min(this.#height, Math.ceil(y1));
    for (let row = Math.max(0, Math.floor(y0)); row < end; row += 1) {
      const [top, bottom] = [Math.max(row, y0), Math.min(row + 1, y1)];
      const [one, other] = [x0 + (top - y0) * slope, x0 + (bottom - y0) * slope];
      this.#addToRow(row, Math.min(one, other), Math.max(one, other), sign * (bottom - top));
    }
  }

  /** A line from `left` to `right` that goes through so much of a row, with its sign. */
  #addToRow(row: number, left: number, right: number, through: number): void {
    const begin = row * this.#width;
    const first = Math.max(0, Math.floor(left));
    const last = Math.min(this.#width - 1, Math.floor(right) + 1);
    this.#begins[row] = Math.min(this.#begins[row]!, first);
    this.#ends[row] = Math.max(this.#ends[row]!, last + 1);
    if (right <= 0) {
      this.#differences[begin]! += through;
      this.#ends[row] = Math.max(this.#ends[row]!, 1);
      return;
    }
    let area = areaBefore(first, left, right);
    let share = 0;
    for (let at = first; at <= last; at += 1) {
      const next = areaBefore(at + 1, left, right);
      this.#differences[begin + at]! += through * (next - area - share);
      share = next - area;
      area = next;
    }
  }
}

/** Raises the alpha of px to a level, where it is less. */
function raiseAlpha(rgba: Uint8ClampedArray, level: number, from: number, to: number): void {
  if (level === 255)
    new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4).fill(0xff000000, from, to);
  else for (let at = 4 * from + 3; at < 4 * to; at += 4) if (level > rgba[at]!) rgba[at] = level;
}

/** What lies between x and a line from `left` to `right` that goes through one row, where x is to the right of it. */
function areaBefore(x: number, left: number, right: number): number {
  if (x <= left) return 0;
  return x >= right ? x - (left + right) / 2 : (x - left) ** 2 / (2 * (right - left));
}

/** Inside of each second outline is outside again. */
function folded(winding: number): number {
  const rest = Math.abs(winding) % 2;
  return rest > 1 ? 2 - rest : rest;
}
