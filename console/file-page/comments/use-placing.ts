import { useEffect } from 'react';
import { layersAt } from '../canvas/hit.ts';
import { useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';
import { setDraftPin, useDraftPin } from './draft-pin.ts';

/** While a pin is to be placed, a click on the canvas places it, on the frame that is there. */
export function usePlacing(): void {
  const { stage, store, page } = useRoom();
  const isWaiting = useDraftPin() === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    stage.element.classList.add('placing');
    stage.takePresses((at) => {
      const frame = layersAt(store, page.id, at)[0];
      const place =
        frame?.bounds == null
          ? { node: undefined, ...at }
          : { node: frame.id, x: at.x - frame.bounds.x, y: at.y - frame.bounds.y };
      setDraftPin({ place, at });
      goTo({ panel: 'comments', thread: undefined });
    });
    return () => {
      stage.element.classList.remove('placing');
      stage.takePresses(undefined);
    };
  }, [isWaiting, stage, store, page.id]);
}
