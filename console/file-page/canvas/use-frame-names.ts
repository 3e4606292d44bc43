import { useEffect } from 'react';
import { useLayerChanges, useRoom } from '../room.ts';
import { namedLayers } from './named-layers.ts';

/** Names the frames that stand on the page, and those in its sections. */
export function useFrameNames(): void {
  const { stage, store, page } = useRoom();
  const changes = useLayerChanges(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow what is read of the page
  useEffect(() => {
    const { layers, unread } = namedLayers(store, page.id);
    stage.overlay.name(layers);
    if (unread !== undefined) void store.want(unread).catch(() => undefined);
  }, [stage, store, page.id, changes]);
}
