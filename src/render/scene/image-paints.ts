import { type JsonRecord, numberOr, recordOf, stringOf, within, wordOf } from './json-values.ts';
import { readTransform } from './placement.ts';
import type { ImageFilters, ImagePaint } from './scene.ts';

const scaleModes = { FILL: true, FIT: true, STRETCH: true, TILE: true } satisfies Record<
  ImagePaint['scaleMode'],
  true
>;

function readFilters(paint: JsonRecord): ImageFilters | undefined {
  const from = recordOf(paint.filters);
  if (from === undefined) return undefined;
  const read = (name: keyof ImageFilters): number => within(from[name], -1, 1, 0);
  const filters = {
    exposure: read('exposure'),
    contrast: read('contrast'),
    saturation: read('saturation'),
    temperature: read('temperature'),
    tint: read('tint'),
    highlights: read('highlights'),
    shadows: read('shadows'),
  };
  return Object.values(filters).some((value) => value !== 0) ? filters : undefined;
}

/** Whole quarters of a turn, 0 to 270, whichever way they were counted. */
const quarters = (degrees: number): number => (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;

/** An image fill; undefined where it names no image. */
export function readImagePaint(
  paint: JsonRecord,
  head: Pick<ImagePaint, 'opacity' | 'blendMode'>,
): ImagePaint | undefined {
  const imageRef = stringOf(paint.imageRef);
  if (imageRef === undefined || imageRef === '') return undefined;
  const filters = readFilters(paint);
  const imageTransform = readTransform(paint.imageTransform);
  const scaleMode = wordOf(paint.scaleMode, scaleModes) ?? 'FILL';
  return {
    kind: 'image',
    imageRef,
    scaleMode,
    scalingFactor: within(paint.scalingFactor, 0.001, 1000, 1),
    rotation: quarters(numberOr(paint.rotation, 0)),
    ...(imageTransform && scaleMode === 'STRETCH' && { imageTransform }),
    ...(filters && { filters }),
    ...head,
  };
}
