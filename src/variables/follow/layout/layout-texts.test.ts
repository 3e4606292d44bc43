import { expect, it } from 'vitest';
import { loadYoga } from 'yoga-layout/load';
import { layOut } from './lay-out.ts';
import type { LayoutNode } from './layout-tree.ts';
import type { MeasureText } from './sizes.ts';

const yoga = await loadYoga();

const text = (characters: string, style: object): LayoutNode => {
  const before = { type: 'TEXT', characters: '', size: { x: 0, y: 0 }, style };
  return { index: 0, before, after: { ...before, characters }, isTouched: true, children: [] };
};

/** A row whose second text gets the width that the first one leaves, and a hundred more. */
function row(): LayoutNode {
  const hugging = text('a'.repeat(1000), { textAutoResize: 'WIDTH_AND_HEIGHT' });
  const filling = text('b'.repeat(1000), { textAutoResize: 'HEIGHT' });
  const own = { type: 'FRAME', layoutMode: 'HORIZONTAL', size: { x: 3000, y: 10 } };
  const after = { ...own, layoutSizingHorizontal: 'FIXED', layoutSizingVertical: 'HUG' };
  const fill = { ...filling, after: { ...filling.after, layoutSizingHorizontal: 'FILL' } };
  const more = Array.from({ length: 100 }, () =>
    text('c'.repeat(10), { textAutoResize: 'WIDTH_AND_HEIGHT' }),
  );
  return { index: 0, before: after, after, isTouched: true, children: [hugging, fill, ...more] };
}

/** Each character is 1 px wide and takes some steps, lines are 10 px high. */
function measuring(stepsOfCharacter: number) {
  let steps = 0;
  const measure: MeasureText = function* ({ characters }, widthPx) {
    const width = String(characters).length;
    for (let at = 0; at < width * stepsOfCharacter; at++) {
      steps++;
      yield;
    }
    return { width: widthPx ?? width, height: 10 * Math.ceil(width / (widthPx || width || 1)) };
  };
  return { measure, taken: () => steps };
}

function laidOut(stepsOfCharacter: number) {
  const { measure, taken } = measuring(stepsOfCharacter);
  const root = row();
  const layout = layOut({ yoga, measure }, root, 'after');
  let most = 0;
  for (;;) {
    const before = taken();
    const step = layout.next();
    most = Math.max(most, taken() - before);
    if (!step.done) continue;
    return { most, places: [root, ...root.children].map((node) => step.value.get(node)) };
  }
}

it('A layout measures what takes long between its steps, and comes to the same places', () => {
  const { most, places } = laidOut(10);
  expect(places).toEqual(laidOut(0).places);
  expect(places[2]).toMatchObject({ left: 1000, width: 1000, height: 10 });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(300);
});
