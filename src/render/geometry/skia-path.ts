import { FillType, Path2D, PathOp } from '@napi-rs/canvas';
import { isPathError, parsePath } from './parse-path.ts';
import { closeVerb, cubicVerb, emptyPath, lineVerb, moveVerb, type Path } from './path.ts';

/** The path operations' own name of a path that they compute with, in floats of 32 bits. */
export type SkiaPath = Path2D;

/** Beyond it neighbouring floats lie more than a pixel apart, so operations would only give noise. */
const farthest = 1e7;

const canCompute = ({ coords }: Path): boolean => coords.every((value) => Math.abs(value) <= farthest);

/** Hands a path to the library. One with coordinates that can't be computed with (NaN, 1e30) comes as empty. */
export function toSkia(path: Path): SkiaPath {
  const skia = new Path2D();
  skia.setFillType(path.rule === 'EVENODD' ? FillType.EvenOdd : FillType.Winding);
  if (!canCompute(path)) return skia;
  const c = path.coords;
  let at = 0;
  for (const verb of path.verbs) {
    if (verb === moveVerb) skia.moveTo(c[at]!, c[at + 1]!);
    else if (verb === lineVerb) skia.lineTo(c[at]!, c[at + 1]!);
    else if (verb === cubicVerb)
      skia.bezierCurveTo(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!, c[at + 4]!, c[at + 5]!);
    else if (verb === closeVerb) skia.closePath();
    else skia.quadraticCurveTo(c[at]!, c[at + 1]!, c[at + 2]!, c[at + 3]!);
    at += verb === cubicVerb ? 6 : verb === closeVerb ? 0 : verb < 2 ? 2 : 4;
  }
  return skia;
}

/** Takes a path back from the library, whose own printed form is the only way out of it. */
export function fromSkia(skia: SkiaPath): Path {
  const rule = skia.getFillType() === FillType.EvenOdd ? 'EVENODD' : 'NONZERO';
  const path = parsePath(skia.toSVGString(), rule);
  return isPathError(path) ? emptyPath : path;
}

const operations = {
  UNION: PathOp.Union,
  SUBTRACT: PathOp.Difference,
  INTERSECT: PathOp.Intersect,
  EXCLUDE: PathOp.Xor,
} as const;

/** The contract's words for how the children of a BOOLEAN_OPERATION are combined. */
export type BooleanOperation = keyof typeof operations;

/**
 * Combines the areas of the paths from the first to the last. The library's operations change the path they are
 * called on and answer with it, so each works on a path of its own.
 */
export function combine(operation: BooleanOperation, paths: readonly Path[]): Path {
  const [first, ...others] = paths;
  if (first === undefined) return emptyPath;
  const result = toSkia(first);
  for (const other of others) result.op(toSkia(other), operations[operation]);
  return fromSkia(others.length === 0 ? result.simplify() : result);
}
