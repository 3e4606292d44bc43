import { boundsOfJson, isEmpty, uniteAll } from '../render/scene/boxes.ts';
import { isOther } from '../variables/follow/layout/text-sizes.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, upwards } from './draft-node.ts';
import { isStraight, matrixOf } from './place-node.ts';

/** Makes groups as large as what is in them, the innermost first; one that was emptied goes. */
export function* fitGroups(draft: Draft): Generator<void, void> {
  const groups = new Map<DraftNode, number>();
  for (const node of [...draft.given, ...draft.restructured, ...draft.placed]) {
    yield;
    if (!draft.isThere(node)) continue;
    const above = [...upwards(node)];
    for (const [level, group] of above.entries())
      if (group.type === 'GROUP') groups.set(group, above.length - level);
  }
  const innermostFirst = [...groups].sort(([, one], [, other]) => other - one);
  for (const [group] of innermostFirst) {
    fitGroup(draft, group);
    yield;
  }
}

function fitGroup(draft: Draft, group: DraftNode): void {
  if (group.children.length === 0) {
    if (!draft.restructured.has(group) || group.row === undefined) return;
    draft.note(group, 'Nothing was left in the group, so it is gone.');
    draft.take(group);
    return;
  }
  const matrix = matrixOf(group);
  const boxes = group.children.map(({ own }) => boundsOfJson(own.absoluteBoundingBox));
  const around = uniteAll(boxes.filter((box) => box !== undefined));
  const own = boundsOfJson(group.own.absoluteBoundingBox);
  if (own === undefined || isEmpty(around) || !isStraight(matrix)) return;
  const sides = ['left', 'top', 'right', 'bottom'] as const;
  if (!sides.some((side) => isOther(own[side], around[side]))) return;
  const [width, height] = [around.right - around.left, around.bottom - around.top];
  const absoluteBoundingBox = { x: around.left, y: around.top, width, height };
  const [dx, dy] = [around.left - own.left, around.top - own.top];
  const hasBounds = group.own.absoluteRenderBounds !== undefined && group.own.absoluteRenderBounds !== null;
  draft.give(group, {
    absoluteBoundingBox,
    ...(hasBounds ? { absoluteRenderBounds: absoluteBoundingBox } : {}),
    ...(group.own.size === undefined ? {} : { size: { x: width, y: height } }),
    ...shifted(group, dx, dy),
  });
  for (const child of group.children) draft.give(child, shifted(child, -dx, -dy));
}

function shifted({ own }: DraftNode, dx: number, dy: number) {
  const [top, bottom] = Array.isArray(own.relativeTransform) ? own.relativeTransform : [];
  if (!Array.isArray(top) || !Array.isArray(bottom)) return {};
  return {
    relativeTransform: [
      [top[0], top[1], top[2] + dx],
      [bottom[0], bottom[1], bottom[2] + dy],
    ],
  };
}
