import type { Path } from '../geometry/path.ts';
import type { Outline, Paint, Scene, SceneItem, Stroke } from './scene.ts';

const isDrawable = (values: Iterable<number>): boolean => {
  for (const value of values) if (!Number.isFinite(value)) return false;
  return true;
};

function expectNumbers(what: string, values: Iterable<number>): void {
  if (!isDrawable(values)) throw new Error(`${what} holds a number that can't be drawn with`);
}

const readPath = ({ coords }: Path): void => expectNumbers('A path', coords);

function readOutline({ matrix, size, areas }: Outline): void {
  expectNumbers('An outline', [...matrix, size.width, size.height]);
  areas.forEach(readPath);
}

function readPaint(paint: Paint): void {
  expectNumbers('A paint', [paint.opacity]);
  if (paint.kind === 'gradient')
    expectNumbers('A gradient', [...paint.matrix, ...paint.stops.map((stop) => stop.position)]);
  if (paint.kind === 'pattern') readScene(paint.tile);
}

function readStroke({ paints, weight, centre, bands, dashes, miterLimit }: Stroke): void {
  paints.forEach(readPaint);
  expectNumbers('A stroke', [weight, miterLimit, ...dashes]);
  if (centre) readPath(centre.path);
  readPath(bands.cut);
  readPath(bands.uncut);
}

function readItem(item: SceneItem): void {
  expectNumbers('An item', [item.opacity, ...Object.values(item.ink), ...Object.values(item.bounds)]);
  if (item.kind === 'masked') readItem(item.mask);
  if (item.kind === 'group' || item.kind === 'masked') item.children.forEach(readItem);
  if (item.kind === 'group' && item.clip) readOutline(item.clip);
  if (item.kind === 'shape') {
    readOutline(item.outline);
    item.fills.forEach(readPaint);
  }
  if (item.kind === 'text') item.fills.flat().forEach(readPaint);
  if ((item.kind === 'shape' || item.kind === 'text') && item.stroke) readStroke(item.stroke);
}

/** Reads a scene to its last number, as a painter would; throws where one is none. */
export function readScene(scene: Scene): void {
  expectNumbers('The picture', [scene.size.width, scene.size.height]);
  scene.items.forEach(readItem);
}
