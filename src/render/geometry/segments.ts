import { closeVerb, coordsOfVerb, moveVerb, type Path } from './path.ts';

/** One step of an outline with its own start: the coordinates of a line (4), a quadratic (6) or a cubic (8). */
export type Segment = readonly number[];

/** One outline of a path. A closed one ends where it began, by a line of its own where that was left out. */
export type Outline = {
  readonly segments: readonly Segment[];
  readonly closed: boolean;
  readonly start: Segment;
};

type Draft = { segments: Segment[]; closed: boolean; start: Segment };

const endOf = (segment: Segment): [number, number] => [segment.at(-2)!, segment.at(-1)!];

function closeDraft(draft: Draft): void {
  const [x, y] = endOf(draft.segments.at(-1) ?? draft.start);
  const [startX, startY] = endOf(draft.start);
  if (x !== startX || y !== startY) draft.segments.push([x, y, startX, startY]);
  draft.closed = true;
}

/** Splits a path into its outlines; single points stay, since round and square caps make them dots. */
export function outlinesOf({ verbs, coords }: Path): Outline[] {
  const outlines: Draft[] = [];
  let current: Draft | undefined;
  let at = 0;
  for (const verb of verbs) {
    const size = coordsOfVerb[verb]!;
    if (verb === moveVerb || current === undefined || (current.closed && verb !== closeVerb)) {
      const start = verb === moveVerb ? [coords[at]!, coords[at + 1]!] : (current?.start ?? [0, 0]);
      current = { segments: [], closed: false, start };
      outlines.push(current);
    }
    if (verb === closeVerb) closeDraft(current);
    else if (verb !== moveVerb) {
      const from = endOf(current.segments.at(-1) ?? current.start);
      current.segments.push([...from, ...coords.subarray(at, at + size)]);
    }
    at += size;
  }
  return outlines;
}

const mix = (from: number, to: number, t: number): number => from + (to - from) * t;

/** The point of a segment at the parameter t, by repeated halving of its control polygon. */
export function pointAt(segment: Segment, t: number): [number, number] {
  let points = segment;
  while (points.length > 2) {
    points = points.slice(2).map((value, index) => mix(points[index]!, value, t));
  }
  return [points[0]!, points[1]!];
}

/** The part of a segment up to t and the part after it. */
export function splitSegment(segment: Segment, t: number): [Segment, Segment] {
  const left: number[] = [];
  const right: number[] = [];
  let points = segment;
  while (points.length > 0) {
    left.push(points[0]!, points[1]!);
    right.unshift(points.at(-2)!, points.at(-1)!);
    points = points.slice(2).map((value, index) => mix(points[index]!, value, t));
  }
  return [left, right];
}

/** The part of a segment between two parameters. */
export function partOfSegment(segment: Segment, from: number, to: number): Segment {
  const [head] = splitSegment(segment, to);
  return to === 0 ? head : splitSegment(head, from / to)[1];
}
