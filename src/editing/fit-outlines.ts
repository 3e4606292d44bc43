import { isDeepStrictEqual } from 'node:util';
import { scaling, transformPath } from '../render/geometry/matrix.ts';
import { isPathError, parsePath } from '../render/geometry/parse-path.ts';
import { printGeometry } from '../render/geometry/print-path.ts';
import { type JsonRecord, listOf, recordOf } from '../render/scene/json-values.ts';
import { withOutline } from '../variables/follow/follow-outline.ts';
import { sizeOf } from '../variables/follow/layout/sizes.ts';
import { isOther, saysOther } from '../variables/follow/layout/text-sizes.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';

/** Makes vector data anew that no longer fits its node; what cannot be reckoned is left out, and noted. */
export function* fitOutlines(draft: Draft, booleans: ReadonlySet<DraftNode>): Generator<void, void> {
  yield* leaveOutCombined(draft, booleans);
  for (const node of [...draft.given]) {
    yield;
    const { before, own } = node;
    if (before === undefined || !draft.isThere(node)) continue;
    const isFilled = listOf(own.fillGeometry).length > 0 && own.fillGeometry === before.fillGeometry;
    if (isFilled) fitFill(draft, node, before);
    const isStroked = listOf(own.strokeGeometry).length > 0 && own.strokeGeometry === before.strokeGeometry;
    if (isStroked && isStrokedOtherwise(before, own)) leaveOut(draft, node, 'strokeGeometry');
  }
}

/** What is combined of other parts is drawn from these. Yields after each. */
function* leaveOutCombined(draft: Draft, booleans: ReadonlySet<DraftNode>): Generator<void, void> {
  for (const node of booleans) {
    yield;
    if (!draft.isThere(node)) continue;
    for (const property of ['fillGeometry', 'strokeGeometry'])
      if (listOf(node.own[property]).length > 0) leaveOut(draft, node, property);
  }
}

const strokedBy = [
  'strokeWeight',
  'individualStrokeWeights',
  'strokeAlign',
  'strokeCap',
  'strokeJoin',
  'strokeDashes',
  'cornerRadius',
  'rectangleCornerRadii',
  'cornerSmoothing',
  'characters',
  'style',
];

const isStrokedOtherwise = (before: JsonRecord, own: JsonRecord): boolean =>
  isResized(before, own) || strokedBy.some((key) => !isDeepStrictEqual(before[key], own[key]));

function isResized(before: JsonRecord, own: JsonRecord): boolean {
  const [was, is] = [sizeOf(before), sizeOf(own)];
  if (was === undefined || is === undefined) return false;
  return isOther(was.width, is.width) || isOther(was.height, is.height);
}

function fitFill(draft: Draft, node: DraftNode, before: JsonRecord): void {
  const { own } = node;
  if (own.type === 'TEXT') {
    if (saysOther(before, own) || isResized(before, own)) leaveOut(draft, node, 'fillGeometry');
    return;
  }
  const outlined = withOutline(before, own);
  if (outlined.fillGeometry !== own.fillGeometry) {
    draft.give(node, { fillGeometry: outlined.fillGeometry });
    return;
  }
  if (!isResized(before, own)) return;
  const stretched = stretchedPaths(before, own);
  if (stretched === undefined) leaveOut(draft, node, 'fillGeometry');
  else draft.give(node, { fillGeometry: stretched });
}

function leaveOut(draft: Draft, node: DraftNode, property: string): void {
  draft.note(node, 'It no longer fits the node, and is drawn from its other properties.', property);
  draft.give(node, { [property]: [] });
}

/** Paths stretched as their node was; undefined where one cannot be read. */
function stretchedPaths(before: JsonRecord, own: JsonRecord): JsonRecord[] | undefined {
  const [was, is] = [sizeOf(before), sizeOf(own)];
  if (was === undefined || is === undefined) return undefined;
  const across = was.width === 0 ? 1 : is.width / was.width;
  const along = was.height === 0 ? 1 : is.height / was.height;
  const paths: JsonRecord[] = [];
  for (const entry of listOf(own.fillGeometry).map(recordOf)) {
    const path = typeof entry?.path === 'string' ? parsePath(entry.path) : undefined;
    if (path === undefined || isPathError(path)) return undefined;
    paths.push({ ...entry, path: printGeometry(transformPath(path, scaling(across, along))) });
  }
  return paths;
}
