import { describe, expect, it } from 'vitest';
import type { SceneImages } from '../images.ts';
import type { ImagePaint } from '../scene/scene.ts';
import { definitionsOf, linesOf, path, rectangle, shape } from './scene-items.suite.ts';

describe('an image', () => {
  const images: SceneImages = new Map([
    ['ref', { bytes: Uint8Array.of(1, 2, 3), mimeType: 'image/png', width: 64, height: 32 }],
  ]);
  const image = (more: Partial<ImagePaint>): ImagePaint => ({
    kind: 'image',
    imageRef: 'ref',
    scaleMode: 'FILL',
    scalingFactor: 1,
    rotation: 0,
    opacity: 1,
    blendMode: 'NORMAL',
    ...more,
  });
  const useOf = (paint: ImagePaint, outline = rectangle({ width: 128, height: 128 })): string[] =>
    definitionsOf([shape({ outline, fills: [paint] })], {}, images).slice(0, 2);

  it('is embedded once, and used by a pattern in units of the box', () => {
    const outline = rectangle({ width: 128, height: 64 });
    const items = [
      shape({ outline, fills: [image({ opacity: 0.5 })] }),
      shape({ outline, fills: [image({})] }),
    ];
    expect(linesOf(items, {}, images)).toEqual([
      '<rect width="128" height="64" fill="url(#pattern0_1_2)" fill-opacity="0.5"/>',
      '<rect width="128" height="64" fill="url(#pattern1_1_2)"/>',
      '<defs>',
      '<pattern id="pattern0_1_2" patternContentUnits="objectBoundingBox" width="1" height="1">',
      '<use xlink:href="#image0_1_2" transform="scale(0.015625 0.03125)"/>',
      '</pattern>',
      '<pattern id="pattern1_1_2" patternContentUnits="objectBoundingBox" width="1" height="1">',
      '<use xlink:href="#image0_1_2" transform="scale(0.015625 0.03125)"/>',
      '</pattern>',
      '<image id="image0_1_2" width="64" height="32" preserveAspectRatio="none" xlink:href="data:image/png;base64,AQID"/>',
      '</defs>',
    ]);
  });

  it.each([
    ['covers the box', image({}), 'matrix(0.03125 0 0 0.03125 -0.5 0)'],
    ['lies within the box', image({ scaleMode: 'FIT' }), 'matrix(0.015625 0 0 0.015625 0 0.25)'],
    ['is turned', image({ scaleMode: 'FIT', rotation: 90 }), 'matrix(0 0.015625 -0.015625 0 0.75 0)'],
    [
      'is cropped',
      image({ scaleMode: 'STRETCH', imageTransform: [0.5, 0, 0, 0.5, 0.25, 0] }),
      'translate(-0.5) scale(0.03125 0.0625)',
    ],
    [
      'is cropped and turned',
      image({ scaleMode: 'STRETCH', imageTransform: [0, 1, -1, 0, 1, 0] }),
      'translate(0 1) scale(0.03125 0.015625) rotate(-90)',
    ],
  ])('%s', (_how, paint, transform) => {
    expect(useOf(paint)[1]).toBe(`<use xlink:href="#image0_1_2" transform="${transform}"/>`);
  });

  it('is tiled from the corner of the box', () => {
    const paint = image({ scaleMode: 'TILE', scalingFactor: 0.5 });
    expect(useOf(paint)).toEqual([
      '<pattern id="pattern0_1_2" patternContentUnits="objectBoundingBox" width="0.25" height="0.125">',
      '<use xlink:href="#image0_1_2" transform="scale(0.00390625)"/>',
    ]);
  });

  it('is tiled in the coordinates of a turned path', () => {
    const turned = rectangle(
      { width: 10, height: 10 },
      { form: { kind: 'path' }, matrix: [0, 1, -1, 0, 10, 0] },
    );
    expect(useOf(image({ scaleMode: 'TILE' }), turned)).toEqual([
      '<pattern id="pattern0_1_2" patternUnits="userSpaceOnUse" width="64" height="32" patternTransform="matrix(0 1 -1 0 10 0)">',
      '<use xlink:href="#image0_1_2" transform="scale(1)"/>',
    ]);
  });

  it('is placed by the box of the node where a path covers less of it', () => {
    const half = rectangle(
      { width: 128, height: 64 },
      { form: { kind: 'path' }, areas: [path('M0 0H64V64H0Z')] },
    );
    expect(useOf(image({}), half)[1]).toContain('scale(0.03125)');
  });

  it('is left out where its bytes are missing', () => {
    expect(linesOf([shape({ fills: [image({ imageRef: 'other' })] })], {}, images)).toEqual([]);
  });
});
