import { type Path, PathPen, type Point, type WindingRule } from './path.ts';

type Vector = { readonly x: number; readonly y: number };

/** The parts of a `vectorNetwork` as files hold it that geometry needs; tangents are relative to their vertex. */
export type VectorNetwork = {
  /** `meta` numbers a style of the vertex, a radius for one, that files of the interface do not show. */
  readonly vertices: readonly { readonly position: Vector; readonly meta?: number }[];
  readonly segments: readonly NetworkSegment[];
  readonly regions?: readonly {
    readonly loops: readonly (readonly number[])[];
    readonly windingRule: string;
  }[];
};

type NetworkSegment = {
  readonly start: number;
  readonly end: number;
  readonly startTangent?: Vector;
  readonly endTangent?: Vector;
};

/** A segment as it is walked: from which vertex to which, with the tangents on that way. */
type Step = { from: number; to: number; out: Vector; into: Vector };

const still: Vector = { x: 0, y: 0 };

function forwards({ start, end, startTangent, endTangent }: NetworkSegment): Step {
  return { from: start, to: end, out: startTangent ?? still, into: endTangent ?? still };
}

const backwards = ({ from, to, out, into }: Step): Step => ({ from: to, to: from, out: into, into: out });

const pointOf = (network: VectorNetwork, index: number): Point | undefined => {
  const position = network.vertices[index]?.position;
  return position && [position.x, position.y];
};

function drawStep(pen: PathPen, network: VectorNetwork, { from, to, out, into }: Step): void {
  const start = pointOf(network, from)!;
  const end = pointOf(network, to)!;
  const straight = out.x === 0 && out.y === 0 && into.x === 0 && into.y === 0;
  if (straight) pen.lineTo(...end);
  else pen.cubicTo(start[0] + out.x, start[1] + out.y, end[0] + into.x, end[1] + into.y, ...end);
}

function drawChain(pen: PathPen, network: VectorNetwork, chain: readonly Step[]): void {
  const first = chain[0];
  if (first === undefined) return;
  pen.moveTo(...pointOf(network, first.from)!);
  for (const step of chain) drawStep(pen, network, step);
  if (chain.at(-1)!.to === first.from) pen.close();
}

/** Whether every number that refers to something refers to something that is there. */
const isSound = (network: VectorNetwork): boolean =>
  network.segments.every(
    ({ start, end }) => network.vertices[start] !== undefined && network.vertices[end] !== undefined,
  ) &&
  (network.regions ?? []).every(({ loops }) =>
    loops.every((loop) => loop.every((index) => network.segments[index] !== undefined)),
  );

/** Puts the segments of a loop, which may point either way, into one direction. */
function walkLoop(network: VectorNetwork, loop: readonly number[]): Step[] {
  const steps = loop.map((index) => forwards(network.segments[index]!));
  const [first, second] = steps;
  if (first !== undefined && second !== undefined && first.to !== second.from && first.to !== second.to)
    steps[0] = backwards(first);
  for (let at = 1; at < steps.length; at += 1) {
    if (steps[at]!.from !== steps[at - 1]!.to) steps[at] = backwards(steps[at]!);
  }
  return steps;
}

/** Networks say `odd` for what geometry calls EVENODD. */
const ruleOf = (word: string): WindingRule => (/odd$/i.test(word) ? 'EVENODD' : 'NONZERO');

/** The areas of a network, one path for each region; none of a network that refers to what is not there. */
export function networkFills(network: VectorNetwork): Path[] {
  if (!isSound(network)) return [];
  return (network.regions ?? []).map(({ loops, windingRule }) => {
    const pen = new PathPen();
    for (const loop of loops) drawChain(pen, network, walkLoop(network, loop));
    return pen.path(ruleOf(windingRule));
  });
}

/** For each vertex the numbers of the segments that end there. */
function segmentsByVertex(network: VectorNetwork): number[][] {
  const byVertex: number[][] = network.vertices.map(() => []);
  for (const [index, { start, end }] of network.segments.entries()) {
    byVertex[start]!.push(index);
    byVertex[end]!.push(index);
  }
  return byVertex;
}

/**
 * The lines of a network for stroking. A line goes on through a vertex where exactly two segments meet and ends
 * at every other, so that joins and caps stand where the original has them.
 */
export function networkLines(network: VectorNetwork): Path {
  const pen = new PathPen();
  if (!isSound(network)) return pen.path();
  const byVertex = segmentsByVertex(network);
  const left = new Set(network.segments.keys());
  const follow = (start: number, segment: number): void => {
    const chain: Step[] = [];
    let [vertex, next]: [number, number | undefined] = [start, segment];
    while (next !== undefined) {
      left.delete(next);
      const step = forwards(network.segments[next]!);
      chain.push(step.from === vertex ? step : backwards(step));
      vertex = chain.at(-1)!.to;
      const around: number[] = byVertex[vertex]!;
      next = around.length === 2 ? around.find((index) => left.has(index)) : undefined;
    }
    drawChain(pen, network, chain);
  };
  for (const [vertex, around] of byVertex.entries()) {
    if (around.length !== 2) for (const segment of around) if (left.has(segment)) follow(vertex, segment);
  }
  // What is left are closed rounds.
  for (const segment of network.segments.keys())
    if (left.has(segment)) follow(network.segments[segment]!.start, segment);
  return pen.path();
}
