/** How the inside of a path is told from its outside; the contract's words. */
export type WindingRule = 'NONZERO' | 'EVENODD';

/** Outlines as one byte for each step and the coordinates of all steps in a row. Never changed once made. */
export type Path = {
  readonly verbs: Uint8Array;
  readonly coords: Float64Array;
  readonly rule: WindingRule;
};

export type Point = readonly [x: number, y: number];

export const moveVerb = 0;
export const lineVerb = 1;
export const quadVerb = 2;
export const cubicVerb = 3;
export const closeVerb = 4;

/** How many coordinates a verb takes, by verb. */
export const coordsOfVerb: readonly number[] = [2, 2, 4, 6, 0];

export const emptyPath: Path = { verbs: new Uint8Array(0), coords: new Float64Array(0), rule: 'NONZERO' };

/** Collects steps; `path` hands them over in the compact form. */
export class PathPen {
  readonly #verbs: number[] = [];
  readonly #coords: number[] = [];

  moveTo(x: number, y: number): void {
    this.#verbs.push(moveVerb);
    this.#coords.push(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#verbs.push(lineVerb);
    this.#coords.push(x, y);
  }

  quadTo(x1: number, y1: number, x: number, y: number): void {
    this.#verbs.push(quadVerb);
    this.#coords.push(x1, y1, x, y);
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#verbs.push(cubicVerb);
    this.#coords.push(x1, y1, x2, y2, x, y);
  }

  close(): void {
    this.#verbs.push(closeVerb);
  }

  path(rule: WindingRule = 'NONZERO'): Path {
    return { verbs: Uint8Array.from(this.#verbs), coords: Float64Array.from(this.#coords), rule };
  }
}

export const isEmptyPath = (path: Path): boolean => path.verbs.length === 0;

export const withRule = (path: Path, rule: WindingRule): Path => ({ ...path, rule });

/** All outlines in one path; the rule is that of the first, so overlaps count as that rule says. */
export function joinPaths(paths: readonly Path[]): Path {
  const verbs = new Uint8Array(paths.reduce((sum, path) => sum + path.verbs.length, 0));
  const coords = new Float64Array(paths.reduce((sum, path) => sum + path.coords.length, 0));
  let verbAt = 0;
  let coordAt = 0;
  for (const path of paths) {
    verbs.set(path.verbs, verbAt);
    coords.set(path.coords, coordAt);
    verbAt += path.verbs.length;
    coordAt += path.coords.length;
  }
  return { verbs, coords, rule: paths[0]?.rule ?? 'NONZERO' };
}

/** A closed outline through the points with straight edges, closed by a line as the original's geometry is. */
export function polygonPath(points: readonly Point[]): Path {
  const pen = new PathPen();
  const first = points[0];
  if (first === undefined) return emptyPath;
  pen.moveTo(...first);
  for (const point of points.slice(1)) pen.lineTo(...point);
  pen.lineTo(...first);
  pen.close();
  return pen.path();
}
