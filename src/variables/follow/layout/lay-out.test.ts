import { expect, it } from 'vitest';
import { loadYoga } from 'yoga-layout/load';
import { layOut } from './lay-out.ts';
import type { LayoutNode } from './layout-tree.ts';

const box = (width: number, height: number) => ({ absoluteBoundingBox: { x: 0, y: 0, width, height } });
const both = (own: object, children: readonly LayoutNode[] = []): LayoutNode => ({
  index: 0,
  before: { ...own },
  after: { ...own },
  isTouched: true,
  children,
});
const row = { type: 'FRAME', layoutMode: 'HORIZONTAL', ...box(100, 10) };

it('A layout goes node by node, so that others may go on in between', async () => {
  const children = Array.from({ length: 300 }, () => both({ type: 'RECTANGLE', ...box(10, 10) }));
  const steps = layOut({ yoga: await loadYoga() }, both(row, children), 'after');
  let count = 0;
  for (let step = steps.next(); ; step = steps.next(), count++) {
    if (!step.done) continue;
    expect([...step.value.values()].at(-1)).toMatchObject({ left: 2990, width: 10 });
    break;
  }
  expect(count).toBeGreaterThanOrEqual(600);
});
