import { describe, expect, it } from 'vitest';
import type { SceneMasked } from '../scene/scene.ts';
import { group, linesOf, shape, solid, stroke } from './scene-items.suite.ts';

const bounds = { left: -0.00005, top: 0.4, right: 20, bottom: 19.2 };

const masked = (more: Partial<SceneMasked> = {}): SceneMasked => ({
  kind: 'masked',
  maskType: 'ALPHA',
  opacity: 1,
  blendMode: 'PASS_THROUGH',
  effects: [],
  ink: bounds,
  bounds,
  mask: shape({ bounds, opacity: 0.5 }),
  children: [shape()],
  ...more,
});

describe('a mask', () => {
  it('stands before the group that it masks, aligned to whole pixels', () => {
    expect(linesOf([masked()])).toEqual([
      '<mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="-1" y="0" width="21" height="20">',
      '<rect opacity="0.5" width="100" height="50" fill="black"/>',
      '</mask>',
      '<g mask="url(#mask0_1_2)">',
      '<rect width="100" height="50" fill="black"/>',
      '</g>',
    ]);
  });

  it('of luminance says so', () => {
    expect(linesOf([masked({ maskType: 'LUMINANCE' })])[0]).toContain('style="mask-type:luminance"');
  });

  it('of outlines is white, without strokes, opacity and effects', () => {
    const mask = group([shape({ bounds, opacity: 0.5, fills: [solid(), solid()], stroke: stroke() })], {
      opacity: 0.2,
    });
    expect(linesOf([masked({ maskType: 'VECTOR', mask })]).slice(0, 3)).toEqual([
      '<mask id="mask0_1_2" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="50">',
      '<rect width="100" height="50" fill="white"/>',
      '</mask>',
    ]);
  });

  it('may be nested in another', () => {
    const lines = linesOf([masked({ children: [masked()], opacity: 0.5 })]);
    expect(lines[0]).toBe('<g opacity="0.5">');
    expect(lines.filter((line) => line.startsWith('<g mask'))).toEqual([
      '<g mask="url(#mask0_1_2)">',
      '<g mask="url(#mask1_1_2)">',
    ]);
  });
});
