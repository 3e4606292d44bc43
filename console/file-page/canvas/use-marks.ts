import { useEffect } from 'react';
import { useOwnNode } from '../inspect/use-own-node.ts';
import { useRoom, useSelectedLayer } from '../room.ts';
import { paddingBoxes } from './padding-boxes.ts';

/** Marks what is selected, and distances while Alt is held. */
export function useMarks(): void {
  const { stage } = useRoom();
  const selected = useSelectedLayer();
  const node = useOwnNode()?.node;
  useEffect(() => stage.overlay.mark({ selected }), [stage, selected]);
  useEffect(() => {
    stage.overlay.mark({ paddings: selected?.bounds ? paddingBoxes(selected.bounds, node) : [] });
  }, [stage, selected, node]);
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.key !== 'Alt') return;
      event.preventDefault();
      stage.overlay.mark({ isMeasuring: event.type === 'keydown' });
    };
    const end = () => stage.overlay.mark({ isMeasuring: false });
    document.addEventListener('keydown', follow);
    document.addEventListener('keyup', follow);
    window.addEventListener('blur', end);
    return () => {
      document.removeEventListener('keydown', follow);
      document.removeEventListener('keyup', follow);
      window.removeEventListener('blur', end);
    };
  }, [stage]);
}
