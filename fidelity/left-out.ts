import { glyphsKey } from '../src/document/node-keys.ts';
import type { NodeJson } from '../src/render/scene/scene-source.ts';
import { childrenOf } from './corpus.ts';
import type { PixelBox } from './pictures.ts';

/** What this machine has for drawing a design. */
export interface Means {
  hasFont(style: Readonly<Record<string, unknown>>): boolean;
  hasImage(imageRef: string): boolean;
}

/** What of a design can't be drawn since the corpus lacks it, and where it lies, in px of the design's canvas. */
export interface LeftOut {
  readonly boxes: readonly PixelBox[];
  readonly texts: number;
  readonly vectors: number;
  readonly images: number;
}

const nothingLeftOut: LeftOut = { boxes: [], texts: 0, vectors: 0, images: 0 };

export const countLeftOut = ({ texts, vectors, images }: LeftOut): number => texts + vectors + images;

/** Walks the visible nodes and collects those that lack a font, their geometry, or the bytes of an image. */
export function findLeftOut(node: NodeJson, means: Means): LeftOut {
  if (node.visible === false) return nothingLeftOut;
  const kind = lackOf(node, means);
  if (kind === 'vectors') return { ...nothingLeftOut, vectors: 1, boxes: boxesOf(node) };
  const inside = insideOf(childrenOf(node), means);
  if (kind === undefined) return spread(node, inside);
  return { ...inside, [kind]: inside[kind] + 1, boxes: [...inside.boxes, ...boxesOf(node)] };
}

/** A mask that is missing takes what it would have cut with it: its following siblings. */
function insideOf(children: readonly NodeJson[], means: Means): LeftOut {
  const found = children.map((child) => findLeftOut(child, means));
  const missingMask = children.findIndex(
    (child, place) => child.isMask === true && countLeftOut(found[place]!) > 0,
  );
  const behindMask = missingMask < 0 ? [] : children.slice(missingMask + 1).flatMap(boxesOf);
  const total = (key: 'texts' | 'vectors' | 'images') => found.reduce((sum, part) => sum + part[key], 0);
  return {
    boxes: [...found.flatMap(({ boxes }) => boxes), ...behindMask],
    texts: total('texts'),
    vectors: total('vectors'),
    images: total('images'),
  };
}

/** Effects of a node without paints follow the form of what is inside: they are left out with it. */
function spread(node: NodeJson, inside: LeftOut): LeftOut {
  const isMade =
    countLeftOut(inside) > 0 && visible(node.effects).length > 0 && visible(node.fills).length === 0;
  return isMade ? { ...inside, boxes: [...inside.boxes, ...boxesOf(node)] } : inside;
}

const drawnFromGeometry = ['VECTOR', 'BOOLEAN_OPERATION', 'STAR', 'REGULAR_POLYGON'];

/** What the node itself lacks; its children are not asked. */
export function lackOf(node: NodeJson, means: Means): 'texts' | 'vectors' | 'images' | undefined {
  if (node.type === 'TEXT')
    return node[glyphsKey] || means.hasFont(recordOf(node.style)) ? undefined : 'texts';
  if (drawnFromGeometry.includes(String(node.type)) && !hasGeometry(node)) return 'vectors';
  const images = visible(node.fills).filter(({ type }) => type === 'IMAGE');
  return images.some(({ imageRef }) => !means.hasImage(String(imageRef))) ? 'images' : undefined;
}

/** A boolean is as good as known where all of its parts are. */
function hasGeometry(node: NodeJson): boolean {
  if (node.fillGeometry !== undefined || node.vectorNetwork !== undefined) return true;
  if (node.type !== 'BOOLEAN_OPERATION') return false;
  return childrenOf(node).every(
    (child) => !drawnFromGeometry.includes(String(child.type)) || hasGeometry(child),
  );
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>;

const visible = (list: unknown): Readonly<Record<string, unknown>>[] =>
  (Array.isArray(list) ? list : []).filter(({ visible }) => visible !== false);

interface CanvasBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a node is drawn, in px of the canvas; undefined where it is not. */
export const boxOf = (node: NodeJson): CanvasBox | undefined =>
  ((node.absoluteRenderBounds === undefined ? node.absoluteBoundingBox : node.absoluteRenderBounds) ??
    undefined) as CanvasBox | undefined;

/** One px around: edges are smoothed. */
function boxesOf(node: NodeJson): PixelBox[] {
  const box = boxOf(node);
  if (box === undefined) return [];
  const { x, y, width, height } = box;
  return [{ left: x - 1, top: y - 1, right: x + width + 1, bottom: y + height + 1 }];
}

/** Boxes of the canvas as boxes of a picture whose corner lies at a point of the canvas. */
export const inPicture = (
  boxes: readonly PixelBox[],
  corner: { readonly x: number; readonly y: number },
  scale: number,
): PixelBox[] =>
  boxes.map(({ left, top, right, bottom }) => ({
    left: (left - corner.x) * scale,
    top: (top - corner.y) * scale,
    right: (right - corner.x) * scale,
    bottom: (bottom - corner.y) * scale,
  }));
