import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadYoga } from 'yoga-layout/load';
import { atOnce } from '../../../document/run-at-once.ts';
import { type JsonRecord, recordOf, recordsOf } from '../../../render/scene/json-values.ts';
import { layOut, type Place } from './lay-out.ts';
import type { LayoutNode } from './layout-tree.ts';
import { directionOf, isInFlow } from './sizing.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../../shared/data');
const isAbsent = !existsSync(join(corpus, 'vincegx'));
const paths = isAbsent ? [] : globSync('{vincegx,ffa-screens}/*/node.json', { cwd: corpus });
const yoga = await loadYoga();

const treeOf = (node: JsonRecord): LayoutNode => ({
  index: 0,
  before: node,
  after: node,
  isTouched: true,
  children: recordsOf(node.children).map(treeOf),
});

/** The frames at the top of those that lay one another out. */
function* topFrames(node: LayoutNode): Generator<LayoutNode> {
  if (directionOf(node.before) !== undefined) yield node;
  else for (const child of node.children) yield* topFrames(child);
}

const sides = ['x', 'y', 'width', 'height'] as const;

/** How far each laid out child is from where the file has it, in px of the side that is furthest off. */
function* distances(frame: LayoutNode, places: ReadonlyMap<LayoutNode, Place>): Generator<number> {
  const around = recordOf(frame.before.absoluteBoundingBox) ?? {};
  for (const child of frame.children) {
    const place = places.get(child);
    if (place === undefined || !isInFlow(child.before)) continue;
    const box = recordOf(child.before.absoluteBoundingBox) ?? {};
    const said = sides.map((side) => Number(box[side]));
    const laid = [Number(around.x) + place.left, Number(around.y) + place.top, place.width, place.height];
    yield Math.max(...said.map((px, index) => Math.abs(px - (laid[index] ?? 0))));
    yield* distances(child, places);
  }
}

it.skipIf(isAbsent)(
  'Auto layout arranges real frames as their files have them, but for a few (needs VITRINE_CORPUS)',
  () => {
    const found = paths.flatMap((path) => {
      const file = JSON.parse(readFileSync(join(corpus, path), 'utf8'));
      const frames = [...topFrames(treeOf(file.document ?? file))];
      return frames.flatMap((frame) => [...distances(frame, atOnce(layOut({ yoga }, frame, 'before')))]);
    });
    expect(found.length).toBeGreaterThan(150);
    expect(found.filter((px) => px < 1).length / found.length).toBeGreaterThan(0.93);
  },
);
