import { describe, expect, it } from 'vitest';
import { distancesBetween } from './distances.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const lengths = (...boxes: Parameters<typeof distancesBetween>) =>
  distancesBetween(...boxes).map(({ length }) => length);

describe('The distances between two layers', () => {
  it('are those to all four sides where one is in the other', () => {
    expect(lengths(box(10, 20, 30, 40), box(0, 0, 100, 100))).toEqual([10, 60, 20, 40]);
    expect(lengths(box(0, 0, 100, 100), box(10, 20, 30, 40))).toEqual([10, 60, 20, 40]);
  });

  it('leave out sides that touch', () => {
    expect(lengths(box(0, 0, 50, 100), box(0, 0, 100, 100))).toEqual([50]);
  });

  it('are the gaps between those that lie beside or below one another', () => {
    expect(lengths(box(0, 0, 10, 10), box(30, 0, 10, 10))).toEqual([20]);
    expect(lengths(box(30, 40, 10, 10), box(0, 0, 10, 10))).toEqual([20, 30]);
  });

  it('are none between those that overlap', () => {
    expect(lengths(box(0, 0, 10, 10), box(5, 5, 10, 10))).toEqual([]);
  });
});
