import { objectOf, someValues } from '../document/node-values.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { RenderOptions } from '../render/render-options.ts';

/** A box in px of the canvas. */
export interface NodeBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Children of a page that count for its box. */
const mostCounted = 1000;

/** The box of a node as the file has it; of a page, the one around what is on it. In steps. */
export function* nodeBox(snapshot: Snapshot, index: number): Generator<void, NodeBox | undefined> {
  if (snapshot.node(index).type !== 'CANVAS') return yield* ownBox(snapshot, index);
  const known = pageBoxes.get(snapshot) ?? new Map<number, NodeBox | undefined>();
  pageBoxes.set(snapshot, known);
  if (!known.has(index)) known.set(index, yield* boxOfPage(snapshot, index));
  return known.get(index);
}

/** Looked for once while the document stays open. */
const pageBoxes = new WeakMap<Snapshot, Map<number, NodeBox | undefined>>();

function* boxOfPage(snapshot: Snapshot, index: number): Generator<void, NodeBox | undefined> {
  let around: NodeBox | undefined;
  let counted = 0;
  for (const child of snapshot.children(index)) {
    around = union(around, yield* ownBox(snapshot, child));
    counted += 1;
    if (counted === mostCounted) break;
    yield;
  }
  return around;
}

const boxKeys: ReadonlySet<string> = new Set(['absoluteBoundingBox']);

function* ownBox(snapshot: Snapshot, index: number): Generator<void, NodeBox | undefined> {
  const values = yield* someValues(snapshot, index, boxKeys);
  const box = objectOf(values, 'absoluteBoundingBox') as unknown as NodeBox;
  const isBox = [box.x, box.y, box.width, box.height].every(Number.isFinite);
  return isBox ? box : undefined;
}

function union(one: NodeBox | undefined, other: NodeBox | undefined): NodeBox | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** @see LIM-12 */
const mostMegapixels = 32;
/** What an image of paths, or of unknown size, counts for. */
const someMegapixels = 0.25;

/** About how many megapixels rendering a node takes. In steps: it may say megabytes of itself. */
export function* megapixelsInSteps(
  snapshot: Snapshot,
  index: number,
  { format, scale }: RenderOptions,
): Generator<void, number> {
  if (format === 'svg') return 0.03;
  const area = yield* areaOf(snapshot, index);
  if (area === undefined) return someMegapixels;
  return Math.min(Math.abs(area * scale * scale) / 1e6, mostMegapixels);
}

/** The same at once, where nobody else waits. */
export const megapixelsOf = (...asked: Parameters<typeof megapixelsInSteps>): number =>
  atOnce(megapixelsInSteps(...asked));

/** Nodes of a document whose area is remembered: they are asked for in several formats and sizes. */
const mostAreas = 2000;
const areas = new WeakMap<Snapshot, Map<number, number | undefined>>();

function* areaOf(snapshot: Snapshot, index: number): Generator<void, number | undefined> {
  const known = areas.get(snapshot) ?? new Map<number, number | undefined>();
  if (known.has(index)) return known.get(index);
  const box = yield* nodeBox(snapshot, index);
  if (known.size >= mostAreas) known.clear();
  const area = box && box.width * box.height;
  areas.set(snapshot, known.set(index, area));
  return area;
}
