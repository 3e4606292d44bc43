import { describe, expect, it } from 'vitest';
import { onStage, overlayCorner, viewOfOverlay } from './overlay-view.ts';

const frame = { x: 100, y: 200, width: 400, height: 2000 };
const size = { width: 800, height: 600 };
/** The upper end of the frame, from the top of the stage on. */
const view = { x: 300, y: 500, zoom: 1 };
const overlay = { x: 5000, y: 0, width: 200, height: 100 };

describe('an overlay', () => {
  it('lies where its design says, else in the middle of what is seen of the frame', () => {
    const below = { frame, view, size };
    expect(overlayCorner(overlay, below, { x: 1, y: 2 })).toEqual({ x: 1, y: 2 });
    expect(overlayCorner(overlay, below, undefined)).toEqual({ x: 200, y: 450 });
    expect(overlayCorner({ width: 900, height: 900 }, below, undefined)).toEqual({ x: 100, y: 200 });
  });

  it('is seen at that place of the stage, as large as the frame below', () => {
    const at = (zoom: number) => {
      const moved = viewOfOverlay(overlay, { x: 200, y: 450 }, { ...view, zoom });
      return onStage(overlay, moved, size);
    };
    expect(at(1)).toEqual({ x: 300, y: 250, width: 200, height: 100 });
    expect(at(0.5)).toEqual({ x: 350, y: 275, width: 100, height: 50 });
  });
});
