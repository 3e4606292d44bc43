import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { renderNode } from '../render-node.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { black, blue, box, type Drawn, draw, frame, group, red, solid, white } from './drawn.suite.ts';

const fonts = createFontRegistry();
const svgOptions = {
  scale: 1,
  contentsOnly: true,
  useAbsoluteBounds: false,
  svgOutlineText: true,
  svgIncludeId: false,
  svgIncludeNodeId: false,
  svgSimplifyStroke: true,
};

const whiteBytes = [255, 255, 255, 255];
const redBytes = [255, 0, 0, 255];

const shadow = (more: object = {}): object => ({
  type: 'DROP_SHADOW',
  visible: true,
  color: black,
  blendMode: 'NORMAL',
  offset: { x: 0, y: 0 },
  radius: 0,
  showShadowBehindNode: false,
  ...more,
});
const innerShadow = (more: object = {}): object => ({ ...shadow(more), type: 'INNER_SHADOW' });
const withEffects = (effects: readonly object[], more: object = {}): Drawn =>
  draw(frame([box(30, 30, 40, 40, { effects, ...more })]));

/** How dark a pixel is, 0 to 1. */
const darkness = (pixel: readonly number[]): number => 1 - pixel[1]! / 255;

describe('drop shadows', () => {
  it('of a frame without fills are those of what is seen of its children', () => {
    const wide = box(0, 0, 90, 90, { fills: [solid(red)] });
    const effects = [shadow({ color: blue, offset: { x: 6, y: 0 } })];
    const cutting = { type: 'FRAME', fills: [], clipsContent: true, children: [wide], effects };
    const pixel = draw(frame([box(20, 20, 30, 30, cutting)]));
    expect([pixel(53, 30), pixel(60, 30), pixel(10, 30)]).toEqual([[0, 0, 255, 255], whiteBytes, whiteBytes]);
  });

  it('lie moved under the node', () => {
    const pixel = withEffects([shadow({ offset: { x: 10, y: 5 } })]);
    expect(pixel(75, 60)).toEqual([0, 0, 0, 255]);
    expect(pixel(50, 50)).toEqual(redBytes);
    expect(pixel(81, 60)).toEqual(whiteBytes);
    expect(pixel(75, 34)).toEqual(whiteBytes);
  });

  it('are half as dark on the outline, softer outwards, and end at the radius', () => {
    const pixel = withEffects([shadow({ radius: 20 })], { size: { x: 40, y: 40 } });
    const across = [68, 72, 76, 80, 88].map((x) => darkness(pixel(x, 50)));
    expect(across[1]).toBeGreaterThan(0.35);
    expect(across[1]).toBeLessThan(0.5);
    expect(across[2]).toBeLessThan(across[1]!);
    expect(across[3]).toBeLessThan(across[2]!);
    expect(across[4]).toBeLessThan(0.05);
  });

  it('grow by their spread, with rounder corners', () => {
    const round = withEffects([shadow({ spread: 6 })], { cornerRadius: 10 });
    expect(round(25, 50)).toEqual([0, 0, 0, 255]);
    expect(round(25, 25)).toEqual(whiteBytes);
    const sharp = withEffects([shadow({ spread: 6 })]);
    expect(sharp(25, 25)).toEqual([0, 0, 0, 255]);
  });

  it('show through the node only where that is asked for', () => {
    const half = { fills: [solid(red, { opacity: 0.5 })] };
    const out = withEffects([shadow({ spread: 4 })], half);
    const behind = withEffects([shadow({ spread: 4, showShadowBehindNode: true })], half);
    expect(out(50, 50)[2]).toBe(128);
    expect(behind(50, 50)[2]).toBe(0);
    expect(out(28, 50)).toEqual([0, 0, 0, 255]);
  });

  it('all show, each by its blend mode', () => {
    const pixel = withEffects(
      [
        shadow({ offset: { x: -10, y: 0 }, color: blue }),
        shadow({ offset: { x: 10, y: 0 }, color: red, blendMode: 'MULTIPLY' }),
      ],
      { fills: [solid(black, { opacity: 0.1 })] },
    );
    expect(pixel(25, 50)).toEqual([0, 0, 255, 255]);
    expect(pixel(75, 50)).toEqual(redBytes);
  });

  it('fall from a group as a whole', () => {
    const parts = [box(10, 10, 20, 20), box(60, 10, 20, 20)];
    const pixel = draw(frame([group(parts, { effects: [shadow({ offset: { x: 0, y: 30 }, spread: 2 })] })]));
    expect(pixel(20, 50)).toEqual([0, 0, 0, 255]);
    expect(pixel(9, 50)).toEqual([0, 0, 0, 255]);
    expect(pixel(45, 50)).toEqual(whiteBytes);
    expect(pixel(70, 50)).toEqual([0, 0, 0, 255]);
  });

  it('fall from the background of a frame in the same place as from a shape', () => {
    const card = box(30, 30, 40, 40, { type: 'FRAME', effects: [shadow({ offset: { x: 10, y: 5 } })] });
    const pixel = draw(frame([{ ...card, children: [box(5, 5, 10, 10, { fills: [solid(blue)] })] }]));
    expect(pixel(75, 60)).toEqual([0, 0, 0, 255]);
    expect(pixel(81, 60)).toEqual(whiteBytes);
  });
});

describe('inner shadows', () => {
  it('darken the edge that they are moved from', () => {
    const pixel = withEffects([innerShadow({ offset: { x: 6, y: 0 } })]);
    expect(pixel(33, 50)).toEqual([0, 0, 0, 255]);
    expect(pixel(37, 50)).toEqual(redBytes);
    expect(pixel(29, 50)).toEqual(whiteBytes);
  });

  it('grow by their spread on all sides', () => {
    const pixel = withEffects([innerShadow({ spread: 5 })]);
    for (const [x, y] of [
      [32, 50],
      [67, 50],
      [50, 32],
      [50, 67],
    ] as const)
      expect(pixel(x, y)).toEqual([0, 0, 0, 255]);
    expect(pixel(37, 50)).toEqual(redBytes);
  });
});

describe('blurs', () => {
  it('soften a layer to the same degree on all sides', () => {
    const pixel = withEffects([{ type: 'LAYER_BLUR', visible: true, radius: 16 }]);
    const edges = [pixel(30, 50), pixel(69, 50), pixel(50, 30), pixel(50, 69)].map(darkness);
    for (const edge of edges) expect(Math.abs(edge - 0.5)).toBeLessThan(0.06);
    expect(darkness(pixel(50, 50))).toBeGreaterThan(0.9);
  });

  it('grow along the line of a progressive blur', () => {
    const effect = { type: 'LAYER_BLUR', visible: true, blurType: 'PROGRESSIVE', radius: 24, startRadius: 0 };
    const pixel = withEffects([{ ...effect, startOffset: { x: 0, y: 0 }, endOffset: { x: 0, y: 1 } }]);
    expect(darkness(pixel(26, 33))).toBeLessThan(0.05);
    expect(darkness(pixel(26, 66))).toBeGreaterThan(0.2);
    expect(darkness(pixel(50, 33))).toBeGreaterThan(0.9);
  });

  it('of the background soften what lies below a node, within its outline only', () => {
    const stripe = box(0, 45, 100, 10, { fills: [solid(black)] });
    const pane = box(30, 20, 40, 60, {
      fills: [solid(white, { opacity: 0.01 })],
      effects: [{ type: 'BACKGROUND_BLUR', visible: true, radius: 16 }],
    });
    const pixel = draw(frame([stripe, pane]));
    expect(darkness(pixel(50, 50))).toBeLessThan(0.8);
    expect(darkness(pixel(50, 40))).toBeGreaterThan(0.1);
    expect(pixel(10, 50)).toEqual([0, 0, 0, 255]);
    expect(pixel(10, 40)).toEqual(whiteBytes);
  });

  it('of the background end at the round corners of a frame, whatever it cuts there', () => {
    const stripe = box(0, 24, 100, 4, { fills: [solid(black)] });
    const card = box(20, 20, 60, 60, {
      type: 'FRAME',
      cornerRadius: 30,
      clipsContent: true,
      fills: [solid(white, { opacity: 0.01 })],
      effects: [{ type: 'BACKGROUND_BLUR', visible: true, radius: 16 }],
      children: [box(0, 0, 60, 60, { fills: [solid(white, { opacity: 0.01 })] })],
    });
    const pixel = draw(frame([stripe, card]));
    expect(darkness(pixel(50, 26))).toBeLessThan(0.8);
    expect(pixel(22, 26)).toEqual([0, 0, 0, 255]);
    expect(pixel(22, 22)).toEqual(whiteBytes);
  });
});

describe('a frame as a mask by outlines', () => {
  it('lets through nothing beyond itself where it cuts what is in it', () => {
    const mask = box(20, 20, 40, 40, {
      type: 'FRAME',
      isMask: true,
      maskType: 'VECTOR',
      clipsContent: true,
      fills: [solid(white)],
      children: [box(20, 20, 40, 40, { fills: [solid(white)] })],
    });
    const pixel = draw(frame([mask, box(0, 0, 100, 100, { fills: [solid(black)] })]));
    expect(pixel(50, 50)).toEqual([0, 0, 0, 255]);
    expect(pixel(70, 70)).toEqual(whiteBytes);
  });
});

describe('noise and texture', () => {
  const countOf = (pixel: Drawn, isCounted: (pixel: readonly number[]) => boolean): number =>
    Array.from({ length: 1600 }, (_, at) => pixel(30 + (at % 40), 30 + Math.floor(at / 40))).filter(isCounted)
      .length;
  const noise = (more: object): object => ({
    type: 'NOISE',
    visible: true,
    noiseType: 'MONOTONE',
    color: black,
    blendMode: 'NORMAL',
    noiseSize: 4,
    density: 0.5,
    ...more,
  });

  it('scatters grains by its density, over the node only', () => {
    const [sparse, dense] = [0.4, 0.6].map((density) => withEffects([noise({ density })]));
    const dark = (pixel: readonly number[]): boolean => pixel[0]! < 128;
    expect(countOf(sparse!, dark)).toBeGreaterThan(50);
    expect(countOf(dense!, dark)).toBeGreaterThan(countOf(sparse!, dark));
    expect(countOf(dense!, dark)).toBeLessThan(1600);
    expect(sparse!(20, 50)).toEqual(whiteBytes);
  });

  it('covers as much as the SVG of the node tells other programs to cover', async () => {
    for (const density of [0.35, 0.5, 0.65]) {
      const node = box(0, 0, 40, 40, { effects: [noise({ noiseSize: 1.3, density })] });
      const options = { ...svgOptions, format: 'svg' } as const;
      const drawn = await renderNode({ node, ancestors: [] }, options, {
        fonts,
        imageBytes: async () => undefined,
      });
      if ('nothing' in drawn) throw new Error('Nothing was drawn.');
      const { pixels } = new Resvg(Buffer.from(drawn.picture).toString()).render();
      const ours = draw(node);
      const isOther = Array.from({ length: 1600 }, (_, at) =>
        Math.abs(ours(at % 40, Math.floor(at / 40))[0]! - pixels[4 * at]!) > 60 ? 1 : 0,
      );
      expect(
        isOther.reduce((sum: number, one) => sum + one, 0),
        `density ${density}`,
      ).toBeLessThan(60);
    }
  });

  it('may have two colours, or many', () => {
    const duotone = withEffects([noise({ noiseType: 'DUOTONE', secondaryColor: blue })]);
    expect(countOf(duotone, ([r, , b]) => b! > 200 && r! < 60)).toBeGreaterThan(100);
    const multitone = withEffects([noise({ noiseType: 'MULTITONE', opacity: 1 })]);
    expect(countOf(multitone, ([r, g]) => g! > r! + 30)).toBeGreaterThan(50);
  });

  it('makes the edges of a node rough', () => {
    const texture = { type: 'TEXTURE', visible: true, noiseSize: 6, radius: 12, clipToShape: false };
    const pixel = withEffects([texture]);
    const edge = Array.from({ length: 40 }, (_, at) => pixel(30, 30 + at)[1]! < 128);
    expect(new Set(edge).size).toBe(2);
    const outside = Array.from({ length: 40 }, (_, at) => pixel(27, 30 + at)[1]! < 128);
    expect(outside).toContain(true);
    const kept = withEffects([{ ...texture, clipToShape: true }]);
    expect(Array.from({ length: 40 }, (_, at) => kept(27, 30 + at))).not.toContainEqual(redBytes);
  });

  it('of a texture that is clipped end as smoothly as the node', () => {
    const texture = { type: 'TEXTURE', visible: true, noiseSize: 1, radius: 6, clipToShape: true };
    const node = box(30, 30.1, 40, 39, { effects: [texture], fills: [solid(black)] });
    const pixel = draw(frame([node]), { scale: 4 });
    const edge = Array.from({ length: 160 }, (_, at) => pixel(120 + at, 120)[0]!);
    expect(edge.filter((level) => level === 255).length).toBeGreaterThan(10);
    expect(Math.min(...edge)).toBeGreaterThan(64);
  });
});
