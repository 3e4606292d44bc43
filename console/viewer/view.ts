/** A rectangle in pixels of the canvas. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height in CSS pixels, unless another unit is named. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What of a page is seen: the point of the canvas in the middle, and CSS pixels for each of its pixels. */
export interface View extends Point {
  readonly zoom: number;
}

export const mostZoom = 16;
/** Below it a tile of the coarsest level would be smaller than 128 CSS pixels. */
export const leastZoom = 2 ** -12;

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** How far other things lie over the picture, along its upper and its lower edge. */
export interface Cover {
  readonly top: number;
  readonly bottom: number;
}

export const noCover: Cover = { top: 0, bottom: 0 };

/** The cover as far as it leaves at least half of the height free: below that it is not evaded any more. */
const evaded = ({ top, bottom }: Cover, { height }: Size): Cover => {
  const part = Math.min(1, height / 2 / Math.max(top + bottom, 1));
  return { top: top * part, bottom: bottom * part };
};

/** The middle of what is not covered. */
export function freeMiddle(size: Size, cover: Cover = noCover): Point {
  const { top, bottom } = evaded(cover, size);
  return { x: size.width / 2, y: (size.height + top - bottom) / 2 };
}

/** The view that shows a whole box, uncovered and with a little room around it, never larger than `most`. */
export function fitted(box: Box, size: Size, { most = 1, cover = noCover } = {}): View {
  const { top, bottom } = evaded(cover, size);
  const free = { width: size.width, height: size.height - top - bottom };
  const room = Math.min(24, free.width / 20, free.height / 20);
  const scale = Math.min(
    (free.width - 2 * room) / Math.max(box.width, 1),
    (free.height - 2 * room) / Math.max(box.height, 1),
    most,
  );
  const zoom = between(leastZoom, scale, mostZoom);
  const { x, y } = middleOf(box);
  return { x, y: y + (bottom - top) / 2 / zoom, zoom };
}

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The view after its picture was moved by CSS pixels. */
export const moved = (view: View, by: Point): View => ({
  x: view.x - by.x / view.zoom,
  y: view.y - by.y / view.zoom,
  zoom: view.zoom,
});

/** The view at another zoom, with the point of the canvas under `at` where it was. */
export function zoomedAt(view: View, size: Size, zoom: number, at: Point): View {
  const point = pointAt(view, size, at);
  return {
    x: point.x - (at.x - size.width / 2) / zoom,
    y: point.y - (at.y - size.height / 2) / zoom,
    zoom,
  };
}

/** The point of the canvas under a point of the stage. */
export const pointAt = (view: View, size: Size, at: Point): Point => ({
  x: view.x + (at.x - size.width / 2) / view.zoom,
  y: view.y + (at.y - size.height / 2) / view.zoom,
});

/** The view kept within what can be shown: some of the box is always in the middle of what is not covered. */
export function heldWithin(view: View, box: Box, size: Size, cover: Cover = noCover): View {
  const below = (size.height / 2 - freeMiddle(size, cover).y) / view.zoom;
  return {
    x: between(box.x, view.x, box.x + box.width),
    y: between(box.y, view.y - below, box.y + box.height) + below,
    zoom: view.zoom,
  };
}

/** A zoom kept within its limits; a page that only fits at less than a tenth may be seen at half of that. */
export const heldZoom = (zoom: number, box: Box, size: Size): number =>
  between(Math.max(leastZoom, Math.min(0.1, fitted(box, size).zoom / 2)), zoom, mostZoom);

/** The part of the canvas that is seen. */
export const seenBox = ({ x, y, zoom }: View, { width, height }: Size): Box => ({
  x: x - width / 2 / zoom,
  y: y - height / 2 / zoom,
  width: width / zoom,
  height: height / zoom,
});

/** The part that two boxes share, or nothing. */
export function overlapOf(one: Box, other: Box): Box | null {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The view on the way from one to another, `part` from 0 to 1; a point that both show in one place stays there. */
export function viewBetween(from: View, to: View, part: number): View {
  const zoom = from.zoom * (to.zoom / from.zoom) ** part;
  const isZoom = Math.abs(to.zoom / from.zoom - 1) > 1e-6;
  const way = isZoom ? (1 / zoom - 1 / from.zoom) / (1 / to.zoom - 1 / from.zoom) : part;
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, zoom };
}
