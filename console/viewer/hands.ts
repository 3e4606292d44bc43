import { followPointers } from './pointers.ts';
import type { Stage } from './stage.ts';
import { followWheel } from './wheel.ts';

/** Follows all that moves the picture besides keys, clicks and buttons. */
export function followHands({ element: stage, camera }: Pick<Stage, 'element' | 'camera'>): void {
  followPointers(stage, {
    drag: camera.panBy,
    pinch: (by, factor, at) => {
      camera.panBy(by);
      camera.zoomAt(factor, at);
    },
  });
  followWheel(stage, { pan: camera.panBy, zoom: camera.zoomAt });
}
