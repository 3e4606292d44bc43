import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildScene } from '../scene/build-scene.ts';
import type { NodeJson } from '../scene/scene-source.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { group, sceneOf, shape } from './scene-items.suite.ts';
import { writeSvg } from './write-svg.ts';

const fonts = createFontRegistry();
const wild = fc.oneof(
  fc.constantFrom(0, -1, 1e30, 1e-30, Number.NaN, Infinity, -Infinity, null, 'NaN', '"><x>', '\uD800', ''),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** Mostly what a file says, now and then anything. */
const often = <Value>(usual: Value): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: wild });

const point = (x: number, y: number) => fc.record({ x: often(x), y: often(y) });
const box = fc.record({ x: often(5), y: often(5), width: often(30), height: often(20) });
const color = fc.record({ r: often(1), g: often(0.5), b: often(0), a: often(1) });

const paint = fc.record({
  type: fc.constantFrom(
    'SOLID',
    'GRADIENT_LINEAR',
    'GRADIENT_RADIAL',
    'GRADIENT_ANGULAR',
    'GRADIENT_DIAMOND',
    'PATTERN',
  ),
  color,
  opacity: often(0.5),
  blendMode: fc.constantFrom('NORMAL', 'MULTIPLY', '"'),
  gradientHandlePositions: fc.tuple(point(0.5, 0.5), point(1, 0.5), point(0.5, 1)),
  gradientStops: fc.array(fc.record({ position: often(0.3), color }), { maxLength: 3 }),
  sourceNodeId: fc.constant('1:1'),
});

const effect = fc.record({
  type: fc.constantFrom(
    'DROP_SHADOW',
    'INNER_SHADOW',
    'LAYER_BLUR',
    'BACKGROUND_BLUR',
    'NOISE',
    'TEXTURE',
    'GLASS',
  ),
  radius: often(4),
  spread: often(1),
  offset: point(0, 4),
  color,
  noiseSize: often(1),
  density: wild,
});

const node = (id: string): fc.Arbitrary<NodeJson> =>
  fc.record({
    id: fc.oneof(fc.constant(id), wild),
    name: often('"><x>&'),
    type: fc.constantFrom('RECTANGLE', 'ELLIPSE', 'LINE', 'STAR', 'TEXT', 'FRAME', 'VECTOR'),
    absoluteBoundingBox: box,
    rotation: often(0),
    cornerRadius: often(2),
    fills: fc.array(paint, { maxLength: 2 }),
    strokes: fc.array(paint, { maxLength: 2 }),
    strokeWeight: often(2),
    strokeAlign: fc.constantFrom('INSIDE', 'OUTSIDE', 'CENTER'),
    strokeDashes: fc.array(wild, { maxLength: 2 }),
    effects: fc.array(effect, { maxLength: 2 }),
    isMask: fc.boolean(),
    characters: often('<a&b>'),
    style: fc.record({ fontFamily: wild, fontSize: often(12), letterSpacing: wild }),
    fillGeometry: fc.array(
      fc.record({ path: fc.constantFrom('M0 0L9 0L9 9Z', 'M0', ''), windingRule: wild }),
      { maxLength: 1 },
    ),
  });

const frame = fc.record({
  id: fc.constant('1:1'),
  type: fc.constant('FRAME'),
  clipsContent: fc.boolean(),
  absoluteBoundingBox: fc.constant({ x: 0, y: 0, width: 50, height: 50 }),
  children: fc.array(node('2:2'), { maxLength: 3 }),
});

describe('an SVG of anything', () => {
  it('is well-formed', () => {
    const sceneOptions = { contentsOnly: true, useAbsoluteBounds: false };
    fc.assert(
      fc.property(frame, fc.boolean(), (root, flag) => {
        const scene = buildScene({ node: root, ancestors: [], find: () => root }, sceneOptions, fonts);
        if ('nothing' in scene) return;
        const options = {
          svgOutlineText: flag,
          svgIncludeId: true,
          svgIncludeNodeId: true,
          svgSimplifyStroke: flag,
        };
        const svg = writeSvg(scene, options, new Map());
        expect(svg.replace(/(id|data-node-id|font-family)=".*?"|>.*?<\/tspan>/g, '')).not.toMatch(
          /NaN|Infinity/,
        );
        expect(() => new Resvg(svg, { font: { loadSystemFonts: false } }).toString()).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });

  it('is written for deep groups', () => {
    let item = group([shape()], { opacity: 0.9 });
    for (let depth = 0; depth < 300; depth++) item = group([item], { opacity: 0.9 });
    const options = {
      svgOutlineText: true,
      svgIncludeId: false,
      svgIncludeNodeId: false,
      svgSimplifyStroke: true,
    };
    expect(writeSvg(sceneOf([item]), options, new Map()).match(/<g /g)).toHaveLength(301);
  });
});
