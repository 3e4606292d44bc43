import { glyphsKey } from '../../document/node-keys.ts';
import { textMark } from '../../document/text-mark.ts';
import type { Matrix } from '../geometry/matrix.ts';
import { transformPath } from '../geometry/matrix.ts';
import { isPathError, parsePath } from '../geometry/parse-path.ts';
import { joinPaths, type Path } from '../geometry/path.ts';
import type { FilePath } from './file-geometry.ts';
import { type Json, listOf, numberOr, recordOf, stringOf } from './json-values.ts';
import type { NodeJson } from './scene-source.ts';

/** How a text looked where its file was saved. */
export interface GlyphPicture {
  readonly pieces: readonly FilePath[];
  /** The text with what its parts are filled with, as a table of a shape has it. */
  readonly node: NodeJson;
}

const mostSteps = 1_000_000;

/** Undefined where the file told none that can be drawn, or the text was changed since. */
export function glyphPictureOf(node: NodeJson): GlyphPicture | undefined {
  const picture = recordOf(node[glyphsKey]);
  if (picture === undefined || picture.mark !== textMark(node)) return undefined;
  const fills = recordOf(picture.fills);
  const pieces = piecesOf(picture, fills);
  if (pieces.length === 0) return undefined;
  return {
    pieces,
    node: fills === undefined ? node : { ...node, fillOverrideTable: picture.fills as Json },
  };
}

type Record = NonNullable<ReturnType<typeof recordOf>>;

function piecesOf(picture: Record, fills: Record | undefined): FilePath[] {
  const outlines = listOf(picture.outlines).map((text) => readOutline(stringOf(text) ?? ''));
  const byStyle = new Map<number, Path[]>();
  let steps = 0;
  const add = (path: Path | undefined, matrix: Matrix, style: number): void => {
    steps += path?.verbs.length ?? 0;
    if (path === undefined || steps > mostSteps) return;
    const key = fills?.[String(style)] === undefined ? 0 : style;
    byStyle.set(key, [...(byStyle.get(key) ?? []), transformPath(path, matrix)]);
  };
  for (const glyph of listOf(picture.glyphs)) {
    const [outline = 0, x = 0, y = 0, size = 0, style = 0] = numbersOf(glyph);
    add(outlines[outline], [size, 0, 0, -size, x, y], style);
  }
  if (byStyle.size === 0) return [];
  for (const bar of listOf(picture.bars)) {
    const [x = 0, y = 0, width = 0, height = 0, style = 0] = numbersOf(bar);
    add(unit, [width, 0, 0, height, x, y], style);
  }
  return [...byStyle].map(([style, paths]) => ({
    path: joinPaths(paths),
    ...(style !== 0 && { overrideId: style }),
  }));
}

const numbersOf = (value: Json): number[] => listOf(value).map((one) => numberOr(one, 0));

function readOutline(text: string): Path | undefined {
  const path = parsePath(text, 'NONZERO');
  return isPathError(path) ? undefined : path;
}

const unit = readOutline('M0 0L1 0L1 1L0 1Z');
