import { type Matrix, multiply, scaling } from '../geometry/matrix.ts';
import type { Outline, Paint, SceneShape, SceneText } from '../scene/scene.ts';
import { forEachPaint } from '../scene-paints.ts';
import type { Area } from './area.ts';
import { placedImage } from './image-paint.ts';
import type { Painter } from './target.ts';
import type { PlainForm } from './trace-outline.ts';

/** The box that paints refer to, and where it lies in the scene. */
type Place = Pick<Area, 'matrix' | 'size'>;

/** Where an image ends. */
export type ImageOutline = Pick<Outline, 'matrix' | 'size'> & Pick<PlainForm, 'form'>;

const form = { kind: 'rectangle', radii: [0, 0, 0, 0], smoothing: 0 } as const;

const isTurned = ({ 0: a, 1: b, 2: c, 3: d }: Matrix): boolean =>
  !((b === 0 && c === 0) || (a === 0 && d === 0));

/** The outline of a paint's image where that is turned: the library draws its edges otherwise from canvas to canvas. */
export function turnedImage(painter: Painter, paint: Paint, place: Place): ImageOutline | undefined {
  if (paint.kind !== 'image' || paint.scaleMode === 'TILE') return undefined;
  const placed = placedImage(painter, paint, place.size);
  if (placed === undefined) return undefined;
  const { width, height } = placed.image;
  const matrix = multiply(multiply(place.matrix, placed.placement), scaling(1 / width, 1 / height));
  return isTurned(matrix) ? { matrix, size: { width, height }, form } : undefined;
}

/** The outlines of all such images that an item is filled or stroked with. */
export function turnedImages(painter: Painter, item: SceneShape | SceneText): ImageOutline[] {
  const found: ImageOutline[] = [];
  forEachPaint(item, (paint) => {
    const outline = turnedImage(painter, paint, item.kind === 'shape' ? item.outline : item);
    if (outline !== undefined) found.push(outline);
  });
  return found;
}
