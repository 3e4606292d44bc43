import { isPathError } from '../geometry/parse-path.ts';
import { emptyPath, type Path } from '../geometry/path.ts';
import { combine } from '../geometry/skia-path.ts';
import { type Json, numberOf, recordsOf, stringOf } from './json-values.ts';
import { knownPath } from './known-paths.ts';

/** No real drawing has path data longer than this: several hundred thousand points. */
const longestPath = 8 * 2 ** 20;

/** A path of the file, with the number by which a table gives it paints of its own. */
export interface FilePath {
  readonly path: Path;
  readonly overrideId?: number;
}

/** Reads `fillGeometry` or `strokeGeometry`; path data that does not parse is skipped. */
export function readGeometry(value: Json): FilePath[] {
  return recordsOf(value).flatMap(({ path, windingRule, overrideID }) => {
    const text = stringOf(path) ?? '';
    if (text === '' || text.length > longestPath) return [];
    const read = knownPath(text, windingRule === 'EVENODD' ? 'EVENODD' : 'NONZERO');
    const overrideId = numberOf(overrideID);
    return isPathError(read) ? [] : [{ path: read, ...(overrideId !== undefined && { overrideId }) }];
  });
}

export const hasGeometry = (value: Json): boolean =>
  recordsOf(value).some(({ path }) => Boolean(stringOf(path)));

/** Whether some of the paths of a file's geometry were passed over when it was read. */
export const lacksPaths = (value: Json, read: readonly FilePath[]): boolean =>
  recordsOf(value).filter(({ path }) => Boolean(stringOf(path))).length > read.length;

/** Path operations take more than twice the time for twice the steps; beyond this many they are left out. */
const mostSteps = 20_000;

export const isTooLarge = (paths: readonly Path[]): boolean =>
  paths.reduce((sum, { verbs }) => sum + verbs.length, 0) > mostSteps;

/** All paths as one area. */
export function united(paths: readonly Path[]): Path {
  const [first, ...others] = paths;
  if (first === undefined) return emptyPath;
  return others.length === 0 || isTooLarge(paths) ? first : combine('UNION', paths);
}
