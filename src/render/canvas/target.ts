import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Bounds } from '../geometry/bounds.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { ImagePaint, SceneItem, SceneText } from '../scene/scene.ts';
import type { CanvasPool } from './canvas-pool.ts';
import type { DecodedImage, DecodedImages, GlyphPictures } from './decoded-images.ts';
import type { GlyphRun } from './glyph-marks.ts';
import type { RunRecordings } from './run-recordings.ts';

export type PaintItems = (
  painter: Painter,
  target: Target,
  items: readonly SceneItem[],
  alpha: number,
) => void;

/** What painting takes from outside of the scene. */
export interface Painter {
  readonly pool: CanvasPool;
  readonly images: DecodedImages;
  /** Runs of glyphs that were drawn before, where they are kept. */
  readonly runs?: RunRecordings;
  /** Draws items one over the other, each faded by alpha: those behind masks and in the tiles of patterns too. */
  readonly paintItems: PaintItems;
  /** In place of those: images as large as their paints need them. */
  readonly sizedImages?: ReadonlyMap<ImagePaint, DecodedImage>;
  /** The pictures that fonts have of glyphs. */
  readonly glyphPictures?: GlyphPictures;
  /** Where pixels can't be read back: draws the picture up to the item, unless that was done too often. */
  readonly paintBelow?: (target: Target, item: SceneItem) => boolean;
  /** How far marks can be seen beyond the bounds of their items, in px: pictures without neighbours need none. */
  readonly tailPx?: number;
  /** How many px may still be painted apart for the sake of what crosses the edge of what is shown. */
  readonly wholePx?: { left: number };
  /** How many px may still be cut exactly: that takes several times as long. */
  readonly exactPx?: { left: number };
  /** Texts with an em of less on the target are drawn word by word; where nothing is said, none. */
  readonly wordsBelowPx?: number;
  /** Asked before each item: whether it and all that follows are left out. */
  readonly isPast?: (item: SceneItem) => boolean;
  /** Where text stays text: draws what it can of a run with the context's paint, and answers with what is left. */
  readonly drawAsText?: (target: Target, item: SceneText, run: GlyphRun) => GlyphRun;
}

/** Whole px of a target. */
export interface DeviceBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Something to draw on. */
export interface Target {
  readonly context: SKRSContext2D;
  readonly canvas: Canvas;
  /** From the scene to the target's px: scaled and moved, never turned. */
  readonly matrix: Matrix;
  /** Px for a px of the scene. */
  readonly scale: number;
  /** What can be seen: nothing outside of it has to be drawn. */
  readonly box: DeviceBox;
  /** Whether drawing is recorded for a vector format: there are no pixels to read then. */
  readonly isVector: boolean;
  /** What is shown of it, where others show what lies beside that: both show what crosses the edge cut from one picture. */
  readonly shown?: DeviceBox | undefined;
  /** Whether areas are filled by the exact share of each px: what is too large to be painted as a whole. */
  readonly isExact?: boolean;
  /** Px of the target along each side of one of the picture, where these are averaged; 1 where nothing is said. */
  readonly samples?: number;
}

/** A part of the picture painted apart: the target and where its box lies on the one below. */
export interface Layer {
  readonly target: Target;
  readonly left: number;
  readonly top: number;
  /** Px of the target below. */
  readonly width: number;
  readonly height: number;
}

/** What blurs reach beyond the edge of what is seen, in px. */
const farthest = 1e7;

/** Whole px around an area of the scene, `margin` px larger on each side, as far as it can be seen. */
export function deviceBox(
  target: Pick<Target, 'matrix' | 'box'>,
  bounds: Bounds,
  margin = 0,
  slack = 0,
): DeviceBox | undefined {
  // By place: taking an array apart in order makes garbage, and this is asked of every item.
  const { 0: sx, 3: sy, 4: e, 5: f } = target.matrix;
  const { box } = target;
  const left = Math.max(Math.floor(bounds.left * sx + e - margin), box.left - slack);
  const top = Math.max(Math.floor(bounds.top * sy + f - margin), box.top - slack);
  const right = Math.min(Math.ceil(bounds.right * sx + e + margin), box.left + box.width + slack);
  const bottom = Math.min(Math.ceil(bounds.bottom * sy + f + margin), box.top + box.height + slack);
  const isSeen = right > left && bottom > top && right - left < farthest && bottom - top < farthest;
  return isSeen ? { left, top, width: right - left, height: bottom - top } : undefined;
}

/** Whether any px around an area of the scene, `margin` px larger on each side, can be seen. */
export function isInSight({ matrix, box }: Target, bounds: Bounds, margin: number): boolean {
  const { 0: sx, 3: sy, 4: e, 5: f } = matrix;
  const left = Math.max(Math.floor(bounds.left * sx + e - margin), box.left);
  const top = Math.max(Math.floor(bounds.top * sy + f - margin), box.top);
  const right = Math.min(Math.ceil(bounds.right * sx + e + margin), box.left + box.width);
  const bottom = Math.min(Math.ceil(bounds.bottom * sy + f + margin), box.top + box.height);
  return right > left && bottom > top && right - left < farthest && bottom - top < farthest;
}

/** The part that two boxes share. */
export function sharedBox(one: DeviceBox, other: DeviceBox): DeviceBox {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Everything drawn from now on until `restore` is cut to the box; so are the library's own layers. */
export function clipToBox(context: SKRSContext2D, { left, top, width, height }: DeviceBox): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
}

/** Sets the context to coordinates that lie within the scene by the matrix. */
export function setMatrix({ context, matrix }: Target, inner: Matrix): void {
  const { 0: sx, 3: sy, 4: x, 5: y } = matrix;
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = inner;
  context.setTransform(sx * a, sy * b, sx * c, sy * d, sx * e + x, sy * f + y);
}

/** Px of what is drawn in pixels for a unit of a vector format: three times the 72 of an inch. */
export const vectorDensity = 3;

/** Whether a layer must have pixels to work on; on a raster target every layer has. */
type LayerKind = 'as-below' | 'pixels';

const moved = ({ left, top, width, height }: DeviceBox, x: number, y: number): DeviceBox => ({
  left: left + x,
  top: top + y,
  width,
  height,
});

/** Opens an empty layer over the box, which ends there whatever canvas it is given; undefined where no memory is left for it. */
export function openLayer(
  { pool }: Painter,
  below: Target,
  { left, top, width, height }: DeviceBox,
  kind: LayerKind = 'as-below',
): Layer | undefined {
  const isVector = below.isVector && kind === 'as-below';
  const density = below.isVector && !isVector ? vectorDensity : 1;
  const box = { left: 0, top: 0, width: width * density, height: height * density };
  const canvas = isVector ? createCanvas(width, height) : pool.take(box.width, box.height);
  if (canvas === undefined) return undefined;
  if (!isVector) clipToBox(canvas.getContext('2d'), box);
  const [sx, , , sy, e, f] = below.matrix;
  const target: Target = {
    context: canvas.getContext('2d'),
    canvas,
    matrix: [sx * density, 0, 0, sy * density, (e - left) * density, (f - top) * density],
    scale: below.scale * density,
    box,
    isVector,
    ...(below.isExact && { isExact: true }),
    ...(below.samples && { samples: below.samples }),
    ...(below.shown && { shown: moved(below.shown, -left, -top) }),
  };
  return { target, left, top, width, height };
}

/** Draws the layer with whatever alpha, composition, filter and shadow the context has. */
export function drawLayer(below: Target, layer: Layer, moveX = 0): void {
  const { target, left, top, width, height } = layer;
  const { context } = below;
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (target.isVector) context.drawCanvas(target.canvas, left + moveX, top);
  else
    context.drawImage(
      target.canvas,
      0,
      0,
      target.box.width,
      target.box.height,
      left + moveX,
      top,
      width,
      height,
    );
}

/** Puts what lies on a target in pixels into an empty layer over it. */
export function copyBelow({ target, left, top, width, height }: Layer, below: Target): void {
  target.context.drawImage(below.canvas, left, top, width, height, 0, 0, width, height);
}

/** Gives the layer's canvas back. */
export function closeLayer({ pool }: Painter, { target }: Layer): void {
  if (!target.isVector) pool.give(target.canvas);
}

/** The layer as it lies on another one that is open over the same target. */
export function layerOn(on: Layer, { target, left, top, width, height }: Layer): Layer {
  const density = on.target.box.width / on.width;
  return {
    target,
    left: (left - on.left) * density,
    top: (top - on.top) * density,
    width: width * density,
    height: height * density,
  };
}
