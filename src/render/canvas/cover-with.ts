import { applyToPoint, invert, type Matrix, multiply } from '../geometry/matrix.ts';
import { boundsOfSize, grow, intersect, transformBounds } from '../scene/boxes.ts';
import type { Paint } from '../scene/scene.ts';
import { type Area, formArea } from './area.ts';
import { drawCut } from './cut-exactly.ts';
import { fillWith } from './fill-with.ts';
import { plainMarking, setMarking } from './marking.ts';
import {
  closeLayer,
  type DeviceBox,
  deviceBox,
  drawLayer,
  isInSight,
  openLayer,
  type Painter,
  type Target,
} from './target.ts';
import { type ImageOutline, turnedImage } from './turned-images.ts';
import { isWholeAllowed, spendWhole } from './whole-box.ts';

/** Covers all of a target: with a paint that lies where an area does. */
type Cover = (on: Target, place: Area) => void;

/**
 * Covers all of an empty target with a paint; an image that has edges of its own in there so that these are drawn
 * alike in every tile.
 */
export function coverWith(painter: Painter, target: Target, area: Area, paint: Paint): void {
  const cover: Cover = (on, place) => fillWith(painter, on, everywhere(on, place), paint, plainMarking);
  const image = turnedImage(painter, paint, area);
  const isCovered =
    image !== undefined &&
    (coverWhole(painter, target, area, image, cover) || coverToEdges(painter, target, area, image, cover));
  if (!isCovered) cover(target, area);
}

/** Shows all of an image on a layer first; false where that is too large, or out of sight. */
function coverWhole(
  painter: Painter,
  target: Target,
  area: Area,
  image: ImageOutline,
  cover: Cover,
): boolean {
  const box = layerBoxOf(painter, target, area, image);
  const whole = box && openLayer(painter, target, box, 'pixels');
  if (whole === undefined) return false;
  spendWhole(painter, whole);
  cover(whole.target, area);
  setMarking(target, plainMarking);
  drawLayer(target, whole);
  closeLayer(painter, whole);
  return true;
}

/** How far beyond its edges an image is drawn that is cut at these, in px. */
const beyondPx = 2;

/**
 * Cuts an image at its edges px by px: over a copy that is larger, which shows through where the library draws these;
 * false where no memory is left for that.
 */
function coverToEdges(
  painter: Painter,
  target: Target,
  area: Area,
  image: ImageOutline,
  cover: Cover,
): boolean {
  const ink = intersect(area.ink, transformBounds(boundsOfSize(image.size), image.matrix));
  const areas = [formArea({ ...image, x: 0, y: 0 }, { ...image, ink })];
  const larger = { ...area, matrix: multiply(grownFrom(target, image), area.matrix) };
  return drawCut(painter, target, { bounds: ink, areas }, ({ target: on }) => {
    cover(on, larger);
    cover(on, area);
  });
}

/** In the scene: what makes an image larger from its middle. */
function grownFrom({ scale }: Target, { matrix, size: { width, height } }: ImageOutline): Matrix {
  const [x, y] = applyToPoint(matrix, [width / 2, height / 2]);
  const [a, b, c, d] = matrix;
  const shortest = Math.min(width * Math.hypot(a, b), height * Math.hypot(c, d));
  const by = 1 + (2 * beyondPx) / (scale * shortest);
  return [by, 0, 0, by, x - by * x, y - by * y];
}

/** The box of all that an area shows of an image; undefined where that is too large, or out of sight. */
function layerBoxOf(
  painter: Painter,
  target: Target,
  { ink }: Area,
  { matrix, size }: ImageOutline,
): DeviceBox | undefined {
  const shown = intersect(ink, transformBounds(boundsOfSize(size), matrix));
  const box = isInSight(target, shown, 1) ? deviceBox(target, shown, 1, Infinity) : undefined;
  return box && isWholeAllowed(painter, box) ? box : undefined;
}

/** An area over all of a target, with the place and size of another one. */
function everywhere(target: Target, area: Area): Area {
  const back = invert(multiply(target.matrix, area.matrix));
  if (back === undefined) return area;
  const { left, top, right, bottom } = transformBounds(grow(boundsOfSize(target.box), 1), back);
  return {
    ...area,
    trace: (context) => context.rect(left, top, right - left, bottom - top),
  };
}
