import { expect, it } from 'vitest';
import type { Outline } from './scene.ts';
import { nodeAt, onlyItem, sceneOf } from './scene-nodes.suite.ts';

const outlineOf = (type: string, box: readonly number[], more: object): Outline =>
  onlyItem(sceneOf(nodeAt(type, box, more)), 'shape').outline;

it('Corner radii that are too large for a side are scaled down in proportion', () => {
  const radii = (more: object): unknown => outlineOf('RECTANGLE', [0, 0, 100, 40], more).form;
  expect(radii({ cornerRadius: 8 })).toMatchObject({ radii: [8, 8, 8, 8], smoothing: 0 });
  expect(radii({ cornerRadius: 400, cornerSmoothing: 0.6 })).toMatchObject({
    radii: [20, 20, 20, 20],
    smoothing: 0.6,
  });
  expect(radii({ rectangleCornerRadii: [30, 0, 0, 10] })).toMatchObject({ radii: [30, 0, 0, 10] });
  expect(radii({ rectangleCornerRadii: [60, 0, 0, 20] })).toMatchObject({ radii: [30, 0, 0, 10] });
});

it('The geometry of an ellipse differs between a full ellipse, an arc and a ring', () => {
  const form = (arcData: object): string => outlineOf('ELLIPSE', [0, 0, 40, 40], { arcData }).form.kind;
  expect(form({ startingAngle: 0, endingAngle: 6.2831854820251465, innerRadius: 0 })).toBe('ellipse');
  expect(form({ startingAngle: 0, endingAngle: 3, innerRadius: 0 })).toBe('path');
  expect(form({ startingAngle: 0, endingAngle: 6.2831854820251465, innerRadius: 0.5 })).toBe('path');
});
