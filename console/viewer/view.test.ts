import { describe, expect, it } from 'vitest';
import {
  fitted,
  heldWithin,
  heldZoom,
  leastZoom,
  mostZoom,
  moved,
  overlapOf,
  pointAt,
  seenBox,
  viewBetween,
  zoomedAt,
} from './view.ts';

const size = { width: 1280, height: 752 };
const box = { x: -300, y: 100, width: 4000, height: 900 };

describe('The view of a page', () => {
  it('shows the whole of a box, with room around it, and no larger than it is', () => {
    const seen = seenBox(fitted(box, size), size);
    expect(overlapOf(seen, box)).toEqual(box);
    expect(seen.x).toBeLessThan(box.x);
    expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, size)).toEqual({ x: 5, y: 5, zoom: 1 });
  });

  it.each([
    ['a high box', { x: 0, y: 0, width: 10, height: 9000 }],
    ['a wide box', box],
    ['a small box', { x: 7, y: -9, width: 4, height: 4 }],
  ])(
    'shows the whole of %s beside what lies over the picture, in the middle of what is free',
    (_title, whole) => {
      const cover = { top: 24, bottom: 60 };
      const view = fitted(whole, size, { cover });
      const seen = seenBox(view, size);
      const top = (whole.y - seen.y) * view.zoom;
      const bottom = size.height - (whole.y + whole.height - seen.y) * view.zoom;
      expect(top).toBeGreaterThan(cover.top);
      expect(bottom).toBeGreaterThan(cover.bottom);
      expect(top - cover.top).toBeCloseTo(bottom - cover.bottom, 6);
      expect(heldWithin(view, whole, size, cover)).toEqual(view);
    },
  );

  it('shows the whole of a box where hardly anything is free', () => {
    const low = { width: 300, height: 70 };
    const { zoom } = fitted(box, low, { cover: { top: 24, bottom: 60 } });
    expect(zoom * box.height).toBeGreaterThan(8);
  });

  it.each([
    ['no width', { ...box, width: 0 }],
    ['no size at all', { x: 3, y: 3, width: 0, height: 0 }],
    ['more width than can be shown', { ...box, width: 1e12 }],
  ])('is valid for a box of %s', (_title, hostile) => {
    const { zoom } = fitted(hostile, size);
    expect(zoom).toBeGreaterThanOrEqual(leastZoom);
    expect(zoom).toBeLessThanOrEqual(1);
  });

  it('keeps the point under the pointer where it is when it zooms', () => {
    const view = { x: 17, y: -40, zoom: 0.3 };
    const at = { x: 1000, y: 70 };
    const before = pointAt(view, size, at);
    const after = pointAt(zoomedAt(view, size, 2.7, at), size, at);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  });

  it('keeps that point in its place throughout an animation', () => {
    const from = { x: 17, y: -40, zoom: 0.3 };
    const at = { x: 1000, y: 70 };
    const to = zoomedAt(from, size, 2.7, at);
    const before = pointAt(from, size, at);
    for (const part of [0, 0.25, 0.5, 0.9, 1]) {
      const now = pointAt(viewBetween(from, to, part), size, at);
      expect(Math.hypot(now.x - before.x, now.y - before.y)).toBeLessThan(1e-9);
    }
    expect(viewBetween(from, moved(from, { x: 30, y: 0 }), 0.5).x).toBeCloseTo(17 - 15 / 0.3, 9);
  });

  it('moves the picture with the pointer, and never off the page', () => {
    const view = { x: 100, y: 500, zoom: 0.5 };
    expect(moved(view, { x: 10, y: -20 })).toEqual({ x: 80, y: 540, zoom: 0.5 });
    const far = moved(view, { x: 1e6, y: -1e6 });
    expect(heldWithin(far, box, size)).toEqual({ x: -300, y: 1000, zoom: 0.5 });
    // What is covered below moves the picture up by half of that.
    expect(heldWithin(far, box, size, { top: 0, bottom: 60 })).toEqual({ x: -300, y: 1060, zoom: 0.5 });
  });

  it('keeps zoom within limits that let the whole page be seen', () => {
    expect(heldZoom(1000, box, size)).toBe(mostZoom);
    expect(heldZoom(0, box, size)).toBe(0.1);
    const vast = { ...box, width: 40_000 };
    expect(heldZoom(0, vast, size)).toBeLessThan(fitted(vast, size).zoom);
    expect(heldZoom(0, { ...box, width: 1e12 }, size)).toBe(leastZoom);
  });
});
