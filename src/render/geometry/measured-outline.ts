import type { PathPen } from './path.ts';
import { type Outline, partOfSegment, pointAt, type Segment } from './segments.ts';

const samples = 32;

/** A segment with its length at even parameters, to find the parameter of a length. */
type Measured = { readonly segment: Segment; readonly lengths: readonly number[]; readonly length: number };

function measure(segment: Segment): Measured {
  const steps = segment.length === 4 ? 1 : samples;
  const lengths = [0];
  let [x, y] = [segment[0]!, segment[1]!];
  for (let step = 1; step <= steps; step += 1) {
    const [nextX, nextY] = pointAt(segment, step / steps);
    lengths.push(lengths.at(-1)! + Math.hypot(nextX - x, nextY - y));
    [x, y] = [nextX, nextY];
  }
  return { segment, lengths, length: lengths.at(-1)! };
}

function parameterAt({ lengths }: Measured, length: number): number {
  const steps = lengths.length - 1;
  let step = 1;
  while (step < steps && lengths[step]! < length) step += 1;
  const [before, after] = [lengths[step - 1]!, lengths[step]!];
  const within = after > before ? (length - before) / (after - before) : 1;
  return Math.min(1, Math.max(0, (step - 1 + within) / steps));
}

/** An outline that can be cut by length. */
export type MeasuredOutline = { readonly parts: readonly Measured[]; readonly length: number };

export function measureOutline({ segments }: Outline): MeasuredOutline {
  const parts = segments.map(measure);
  return { parts, length: parts.reduce((sum, { length }) => sum + length, 0) };
}

export function drawSegment(pen: PathPen, segment: Segment): void {
  const s = segment;
  if (s.length === 4) pen.lineTo(s[2]!, s[3]!);
  else if (s.length === 6) pen.quadTo(s[2]!, s[3]!, s[4]!, s[5]!);
  else pen.cubicTo(s[2]!, s[3]!, s[4]!, s[5]!, s[6]!, s[7]!);
}

/** Draws the stretch between two lengths from the outline's begin; `move` is false to go on from the pen's place. */
export function drawStretch(
  pen: PathPen,
  { parts }: MeasuredOutline,
  from: number,
  to: number,
  move = true,
): void {
  let passed = 0;
  let moved = !move;
  for (const part of parts) {
    const [start, end] = [Math.max(from - passed, 0), Math.min(to - passed, part.length)];
    const touches = start < end || (from === to && start === end && !moved);
    if (touches) {
      const piece = partOfSegment(part.segment, parameterAt(part, start), parameterAt(part, end));
      if (!moved) pen.moveTo(piece[0]!, piece[1]!);
      moved = true;
      drawSegment(pen, piece);
    }
    passed += part.length;
    if (passed > to) return;
  }
}

/** An end of an open outline: where it is, and the direction that leads out of the line there. */
export type LineEnd = {
  readonly x: number;
  readonly y: number;
  readonly outX: number;
  readonly outY: number;
};

function directionFrom(points: Segment): [number, number] {
  const [x, y] = [points[0]!, points[1]!];
  for (let at = 2; at < points.length; at += 2) {
    const [dx, dy] = [x - points[at]!, y - points[at + 1]!];
    const length = Math.hypot(dx, dy);
    if (length > 0) return [dx / length, dy / length];
  }
  return [-1, 0];
}

const reversed = (segment: Segment): Segment => {
  const points: number[] = [];
  for (let at = segment.length - 2; at >= 0; at -= 2) points.push(segment[at]!, segment[at + 1]!);
  return points;
};

/** The two ends of an outline that has a line at all. */
export function endsOf({ segments }: Outline): [LineEnd, LineEnd] | undefined {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [startX, startY] = directionFrom(first);
  const [endX, endY] = directionFrom(reversed(last));
  return [
    { x: first[0]!, y: first[1]!, outX: startX, outY: startY },
    { x: last.at(-2)!, y: last.at(-1)!, outX: endX, outY: endY },
  ];
}
