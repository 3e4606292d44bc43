import { LeastRecent } from '../../least-recent.ts';
import { isPathError, type PathError, parsePath } from '../geometry/parse-path.ts';
import type { Path, WindingRule } from '../geometry/path.ts';

/** UTF-16 units of the paths that are kept: with what they were read to some 4 MB. */
const mostUnits = 500_000;
/** Longer ones are pictures rather than icons, and seldom come again. */
const longestKept = 10_000;

const known = {
  NONZERO: new LeastRecent<string, Path>(mostUnits),
  EVENODD: new LeastRecent<string, Path>(mostUnits),
};

/**
 * Reads path data, or answers with what the same data was read to before: icons come again and again in a file, and a
 * node is drawn again in other sizes, in tiles and after it was changed elsewhere. Never to be changed.
 */
export function knownPath(text: string, rule: WindingRule): Path | PathError {
  if (text.length > longestKept) return parsePath(text, rule);
  const present = known[rule].get(text);
  if (present !== undefined) return present;
  const path = parsePath(text, rule);
  if (!isPathError(path)) known[rule].set(text, path, text.length);
  return path;
}
