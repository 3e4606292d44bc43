import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { rememberStyle } from './remembering-context.ts';

/** Canvases that are used again: fresh memory costs more than drawing on it. */
export interface CanvasPool {
  /** An empty canvas at least that large; undefined where too much memory is in use already. */
  readonly take: (width: number, height: number) => Canvas | undefined;
  readonly give: (canvas: Canvas) => void;
}

/** Memory that may be in use at once, and memory that is kept for reuse. */
export interface PoolLimits {
  readonly lentBytes: number;
  readonly keptBytes: number;
}

const usualLimits: PoolLimits = { lentBytes: 768 * 2 ** 20, keptBytes: 64 * 2 ** 20 };

/** Sides are rounded up to this many px, so that a canvas fits more than one use. */
const step = 32;

/** A canvas more than this many times as large as needed is not taken: clearing it costs time. */
const mostWaste = 4;

const sizeBytesOf = ({ width, height }: { width: number; height: number }): number => 4 * width * height;
const roundUp = (length: number): number => Math.max(step, Math.ceil(length / step) * step);

/** Larger sides are not rounded: a long, thin canvas would become many times as large. */
const longestRounded = 16_384;

function roomFor(width: number, height: number): { width: number; height: number } {
  if (Math.max(width, height) > longestRounded) return { width, height };
  return { width: roundUp(width), height: roundUp(height) };
}

/** The place of the smallest kept canvas that holds the size without much waste; -1 where there is none. */
function bestFit(kept: readonly Canvas[], width: number, height: number): number {
  const most = mostWaste * Math.max(width * height, 2 ** 14) * 4;
  let best = -1;
  for (const [place, canvas] of kept.entries()) {
    const fits = canvas.width >= width && canvas.height >= height && sizeBytesOf(canvas) <= most;
    if (fits && (best < 0 || sizeBytesOf(canvas) < sizeBytesOf(kept[best]!))) best = place;
  }
  return best;
}

/** Makes a pool; one belongs to a thread. */
export function createCanvasPool(limits: PoolLimits = usualLimits): CanvasPool {
  const kept: Canvas[] = [];
  let [lentBytes, keptBytes] = [0, 0];
  const lend = (canvas: Canvas): Canvas => {
    lentBytes += sizeBytesOf(canvas);
    return canvas;
  };
  return {
    take: (width, height) => {
      const place = bestFit(kept, width, height);
      if (place >= 0) {
        const canvas = kept.splice(place, 1)[0]!;
        keptBytes -= sizeBytesOf(canvas);
        return lend(canvas);
      }
      const size = roomFor(width, height);
      if (lentBytes + sizeBytesOf(size) > limits.lentBytes) return undefined;
      return lend(rememberStyle(createCanvas(size.width, size.height)));
    },
    give: (canvas) => {
      lentBytes -= sizeBytesOf(canvas);
      keptBytes += sizeBytesOf(canvas);
      // Now rather than later: what was drawn on it may hold layers and images.
      canvas.getContext('2d').reset();
      kept.push(canvas);
      while (keptBytes > limits.keptBytes) {
        const oldest = kept.shift()!;
        keptBytes -= sizeBytesOf(oldest);
        // Frees the pixels at once: the collector does not see how much memory stands behind a canvas.
        oldest.width = 0;
      }
    },
  };
}
