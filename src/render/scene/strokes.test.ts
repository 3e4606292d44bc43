import { describe, expect, it } from 'vitest';
import { areaOf } from '../../testing/path-area.ts';
import { boundsOf } from '../geometry/bounds.ts';
import { printPath } from '../geometry/print-path.ts';
import type { SceneShape, Stroke } from './scene.ts';
import { nodeAt, onlyItem, sceneOf, solid } from './scene-nodes.suite.ts';

const shapeOf = (type: string, box: readonly number[], more: object): SceneShape =>
  onlyItem(sceneOf(nodeAt(type, box, { fills: [], strokes: [solid()], strokeWeight: 1, ...more })), 'shape');

const strokeOf = (type: string, box: readonly number[], more: object): Stroke =>
  shapeOf(type, box, more).stroke!;

const area = ({ bands }: Stroke): number => Math.round(areaOf(bands.cut) * 100) / 100;

describe('the centre of a stroke', () => {
  it('inside of a rectangle is a smaller one with smaller radii', () => {
    const { centre } = strokeOf('RECTANGLE', [0, 0, 1410, 950], { strokeAlign: 'INSIDE', cornerRadius: 5 });
    expect(centre).toMatchObject({
      form: { kind: 'rectangle', radii: [4.5, 4.5, 4.5, 4.5] },
      x: 0.5,
      y: 0.5,
      size: { width: 1409, height: 949 },
    });
  });

  it('outside of a rectangle is a larger one, its corners sharp or round as the join says', () => {
    const outside = { strokeAlign: 'OUTSIDE', strokeWeight: 4 };
    expect(strokeOf('RECTANGLE', [0, 0, 180, 40], outside).centre).toMatchObject({
      form: { radii: [0, 0, 0, 0] },
      x: -2,
      y: -2,
      size: { width: 184, height: 44 },
    });
    const round = strokeOf('RECTANGLE', [0, 0, 180, 40], { ...outside, strokeJoin: 'ROUND' });
    expect(round.centre).toMatchObject({ form: { radii: [2, 2, 2, 2] } });
  });

  it('of a line lies beside it, short of its round ends', () => {
    const { centre } = strokeOf('LINE', [0, 0, 143, 0], { strokeWeight: 5, strokeCap: 'ROUND' });
    expect(centre).toMatchObject({ form: { kind: 'line', length: 138 }, x: 2.5, y: -2.5 });
    expect(printPath(centre!.path)).toBe('M2.5 -2.5H140.5');
  });

  it('of a vector is its network, fitted where nothing else tells its form, else only if it is as large', () => {
    const network = {
      vertices: [{ position: { x: 0, y: 0 } }, { position: { x: 10, y: 10 } }],
      segments: [{ start: 0, end: 1 }],
    };
    const plain = { strokeAlign: 'CENTER', vectorNetwork: network };
    expect(printPath(strokeOf('VECTOR', [0, 0, 10, 10], plain).centre!.path)).toBe('M0 0L10 10');
    expect(printPath(strokeOf('VECTOR', [0, 0, 20, 30], plain).centre!.path)).toBe('M0 0L20 30');
    const drawn = { ...plain, strokeGeometry: [{ path: 'M0 0L20 20L19 20Z', windingRule: 'NONZERO' }] };
    expect(strokeOf('VECTOR', [0, 0, 20, 20], drawn).centre).toBeUndefined();
  });

  it.each([
    ['sides differ', { individualStrokeWeights: { top: 1, right: 0, bottom: 0, left: 0 } }],
    ['corners are rounder than half of it', { strokeAlign: 'INSIDE', strokeWeight: 20, cornerRadius: 4 }],
    ['corners are smoothed', { strokeAlign: 'INSIDE', cornerRadius: 4, cornerSmoothing: 0.6 }],
    ['it fills the box', { strokeAlign: 'INSIDE', strokeWeight: 60 }],
    ['its ends are arrows', { strokeCap: 'LINE_ARROW' }],
  ])('is unknown where %s', (_name, more) => {
    expect(strokeOf('RECTANGLE', [0, 0, 100, 50], more).centre).toBeUndefined();
  });
});

describe('the band of a stroke', () => {
  it('is as wide as the stroke, clipped by the area or not', () => {
    const sides = (strokeAlign: string): Stroke =>
      strokeOf('RECTANGLE', [0, 0, 100, 50], { strokeAlign, strokeWeight: 2 });
    expect(area(sides('CENTER'))).toBe(102 * 52 - 98 * 48);
    expect(area(sides('INSIDE'))).toBe(100 * 50 - 96 * 46);
    expect(area(sides('OUTSIDE'))).toBe(104 * 54 - 100 * 50);
    expect(areaOf(sides('INSIDE').bands.uncut)).toBeCloseTo(104 * 54 - 96 * 46);
  });

  it('has the weight of each side', () => {
    const individualStrokeWeights = { top: 0, right: 0, bottom: 0.5, left: 3 };
    const stroke = strokeOf('FRAME_LIKE', [0, 0, 100, 50], {
      type: 'RECTANGLE',
      strokeAlign: 'INSIDE',
      individualStrokeWeights,
    });
    expect(stroke).toMatchObject({ weight: 3, unevenSides: true });
    expect(area(stroke)).toBe(3 * 50 + 97 * 0.5);
  });

  it('comes from the file where it cannot be computed', () => {
    const strokeGeometry = [{ path: 'M0 0L8 0L8 8L0 8Z', windingRule: 'NONZERO' }];
    const vector = strokeOf('VECTOR', [0, 0, 10, 10], { strokeGeometry, strokeAlign: 'CENTER' });
    expect(area(vector)).toBe(64);
    const brush = { complexStrokeProperties: { strokeType: 'BRUSH' }, strokeGeometry };
    const brushed = strokeOf('RECTANGLE', [0, 0, 10, 10], brush);
    expect(area(brushed)).toBe(64);
    expect(brushed.centre).toBeUndefined();
  });

  it('stretches dashes to fit rectangles, and elsewhere lays them from the start', () => {
    const strokeDashes = [8, 4];
    const rectangle = strokeOf('RECTANGLE', [0, 0, 100, 50], { strokeDashes });
    expect(rectangle).toMatchObject({ dashes: [8, 4], fitsDashes: true });
    expect(boundsOf(rectangle.bands.cut)).toMatchObject({ left: -0.5, right: 100.5 });
    expect(area(strokeOf('LINE', [0, 0, 24, 0], { strokeDashes }))).toBe(16);
  });
});

describe('a stroke', () => {
  it('extends the box of its shape by what lies outside', () => {
    const size = (strokeAlign: string): number => {
      const { ink } = shapeOf('ELLIPSE', [0, 0, 40, 40], { strokeAlign, strokeWeight: 6 });
      return ink.right - ink.left;
    };
    expect([size('INSIDE'), size('CENTER'), size('OUTSIDE')]).toEqual([40, 46, 52]);
  });

  it('has the miter limit that its angle gives', () => {
    expect(strokeOf('RECTANGLE', [0, 0, 9, 9], {}).miterLimit).toBeCloseTo(4, 2);
    expect(strokeOf('RECTANGLE', [0, 0, 9, 9], { strokeMiterAngle: 60 }).miterLimit).toBeCloseTo(2);
  });

  it('of no width or without a visible paint is absent', () => {
    expect(shapeOf('RECTANGLE', [0, 0, 9, 9], { fills: [solid()], strokeWeight: 0 }).stroke).toBeUndefined();
    const hidden = { fills: [solid()], strokes: [solid(1, { visible: false })] };
    expect(shapeOf('RECTANGLE', [0, 0, 9, 9], hidden).stroke).toBeUndefined();
  });
});
