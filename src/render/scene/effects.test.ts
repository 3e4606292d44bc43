import { describe, expect, it } from 'vitest';
import type { SceneShape } from './scene.ts';
import { groupOf, nodeAt, onlyItem, sceneOf } from './scene-nodes.suite.ts';

const withEffects = (effects: unknown): SceneShape =>
  onlyItem(sceneOf(nodeAt('RECTANGLE', [0, 0, 100, 50], { effects })), 'shape');

const color = { r: 0, g: 0, b: 0, a: 0.25 };
const shadow = { type: 'DROP_SHADOW', color, offset: { x: 3, y: 4 }, radius: 10, spread: 2 };

const box = ({ left, top, right, bottom }: SceneShape['bounds']): number[] => [left, top, right, bottom];

describe('effects', () => {
  it('are read in order, invisible ones left out', () => {
    const { effects } = withEffects([
      { ...shadow, showShadowBehindNode: false, blendMode: 'MULTIPLY' },
      { ...shadow, visible: false },
      { ...shadow, type: 'INNER_SHADOW' },
      {
        type: 'BACKGROUND_BLUR',
        radius: 8,
        blurType: 'PROGRESSIVE',
        startRadius: 2,
        startOffset: { x: 0, y: 0 },
        endOffset: { x: 0, y: 1 },
      },
      { type: 'NOISE', noiseType: 'DUOTONE', color, secondaryColor: color, noiseSize: 0.5, density: 0.4 },
      { type: 'TEXTURE', noiseSize: 2, radius: 5, clipToShape: true },
    ]);
    expect(effects).toMatchObject([
      { kind: 'drop-shadow', radius: 10, spread: 2, showBehind: false, blendMode: 'MULTIPLY', color },
      { kind: 'inner-shadow', offset: { x: 3, y: 4 } },
      {
        kind: 'background-blur',
        radius: 8,
        progressive: { startRadius: 2, from: { x: 0, y: 0 }, to: { x: 0, y: 1 } },
      },
      { kind: 'noise', noiseType: 'DUOTONE', secondaryColor: color, noiseSize: 0.5, density: 0.4 },
      { kind: 'texture', clipToShape: true },
    ]);
  });

  it('extend the picture as in the original: a shadow by its radius and spread, a blur by its radius', () => {
    expect(sizeWith([shadow])).toEqual([9 + 115, 8 + 66]);
    expect(sizeWith([{ type: 'LAYER_BLUR', radius: 6 }])).toEqual([112, 62]);
    expect(
      sizeWith([
        { ...shadow, type: 'INNER_SHADOW' },
        { type: 'BACKGROUND_BLUR', radius: 6 },
      ]),
    ).toEqual([100, 50]);
  });

  it('of a slide are how the editor shows it, and no part of its picture', () => {
    const fills = [{ type: 'SOLID', color }];
    const boundsOf = (type: string) =>
      box(groupOf(nodeAt(type, [0, 0, 100, 50], { effects: [shadow], fills })).bounds);
    expect(boundsOf('FRAME')).toEqual([0, 0, 124, 74]);
    expect(boundsOf('SLIDE')).toEqual([0, 0, 100, 50]);
  });

  it('do not extend the box of the node’s own ink', () => {
    const { ink, bounds } = withEffects([shadow]);
    expect(box(bounds)).toEqual([0, 0, 124, 74]);
    expect(box(ink)).toEqual([9, 8, 109, 58]);
  });
});

function sizeWith(effects: unknown): number[] {
  const { width, height } = sceneOf(nodeAt('RECTANGLE', [0, 0, 100, 50], { effects })).size;
  return [width, height];
}
