import { describe, expect, it } from 'vitest';
import { inReadingOrder } from './prototype-frames.ts';

const at = (name: string, x: number, y: number, height = 100) => ({
  name,
  bounds: { x, y, width: 100, height },
});

describe('the frames of a prototype', () => {
  it('are read row by row from the left, whatever order they have on the page', () => {
    const frames = [at('d', 200, 300), at('b', 200, 20), at('c', 0, 310), at('a', 0, 0)];
    expect(inReadingOrder(frames).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are in the next row from the middle of the first one on', () => {
    const frames = [at('first', 500, 0), at('above its middle', 0, 49), at('at its middle', 0, 50)];
    expect(inReadingOrder(frames).map(({ name }) => name)).toEqual([
      ...['above its middle', 'first', 'at its middle'],
    ]);
  });
});
