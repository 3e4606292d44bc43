import { describe, expect, it } from 'vitest';
import { frameView, scrollRoom } from './frame-view.ts';

const frame = { x: 100, y: 200, width: 400, height: 2000 };
const size = { width: 800, height: 600 };
const nowhere = { x: 0, y: 0 };

describe('the view of a frame', () => {
  it('shows all of it in the middle, and no larger than it is', () => {
    const { x, y, zoom } = frameView(frame, size, 'scale-down', { x: 0, y: 500 });
    expect([x, y]).toEqual([300, 1200]);
    expect(zoom * frame.height).toBeLessThanOrEqual(600);
    expect(frameView({ ...frame, height: 300 }, size, 'scale-down', nowhere).zoom).toBe(1);
    expect(frameView({ ...frame, height: 300 }, size, 'contain', nowhere).zoom).toBeGreaterThan(1.5);
  });

  it('begins at the top of a frame that is higher than the window, and goes down to its end', () => {
    const yOf = (y: number) => frameView(frame, size, 'min-zoom', { x: 0, y }).y;
    expect([yOf(0), yOf(50), yOf(9999)]).toEqual([500, 550, 1900]);
    expect(scrollRoom(frame, size, 'min-zoom')).toEqual({ x: 0, y: 1400 });
    expect(scrollRoom(frame, size, 'scale-down')).toEqual({ x: 0, y: 0 });
  });

  it('is as wide as the window where that is asked for', () => {
    expect(frameView({ ...frame, width: 1600 }, size, 'scale-down-width', nowhere).zoom).toBe(0.5);
    expect(frameView(frame, size, 'scale-down-width', nowhere).zoom).toBe(1);
  });
});
