import type { Target } from './target.ts';

/** Silhouettes grow by this many px at most. */
const farthestPx = 512;

/** Lines of an image: where the first value stands, and how far its values and the next line are. */
interface Lines {
  readonly count: number;
  readonly length: number;
  readonly step: number;
  readonly next: number;
}

/**
 * Sets each value of a line to the largest within `reach` places: the candidates, each smaller than the one before,
 * wait in a queue.
 */
function largestAround(line: Uint8Array, reach: number, queue: Int32Array, out: Uint8Array): void {
  let [first, end] = [0, 0];
  for (let at = 0; at < line.length + reach; at += 1) {
    if (at < line.length) {
      while (end > first && line[queue[end - 1]!]! <= line[at]!) end -= 1;
      queue[end] = at;
      end += 1;
    }
    while (first < end && queue[first]! < at - 2 * reach) first += 1;
    if (at >= reach) out[at - reach] = first < end ? line[queue[first]!]! : 0;
  }
}

function spreadLines(alpha: Uint8Array, { count, length, step, next }: Lines, reach: number): void {
  const line = new Uint8Array(length);
  const out = new Uint8Array(length);
  const queue = new Int32Array(length);
  for (let row = 0; row < count; row += 1) {
    for (let at = 0; at < length; at += 1) line[at] = alpha[row * next + at * step]!;
    largestAround(line, reach, queue, out);
    for (let at = 0; at < length; at += 1) alpha[row * next + at * step] = out[at]!;
  }
}

/** Grows what a layer of one colour covers by that many px on each side; shrinks it where it is negative. */
export function spreadAlpha({ context, box }: Target, byPx: number): void {
  const { width, height } = box;
  const reach = Math.min(farthestPx, Math.abs(byPx));
  if (reach === 0) return;
  const image = context.getImageData(0, 0, width, height);
  const flip = byPx < 0 ? 255 : 0;
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = image.data[4 * at + 3]! ^ flip;
  spreadLines(alpha, { count: height, length: width, step: 1, next: width }, reach);
  spreadLines(alpha, { count: width, length: height, step: width, next: 1 }, reach);
  for (let at = 0; at < alpha.length; at += 1) image.data[4 * at + 3] = alpha[at]! ^ flip;
  context.putImageData(image, 0, 0);
}
