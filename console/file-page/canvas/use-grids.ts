import { useEffect, useMemo } from 'react';
import type { Layer } from '../layers/layer-store.ts';
import { useLayerChanges, useRoom } from '../room.ts';
import { useShownGrids } from './shown-grids.ts';

const hasGrids = ({ layout_grids: grids, hidden }: Layer): boolean => grids !== undefined && hidden !== true;

/** The frames with layout grids among those that stand on the page, and what was read of those around the selection. */
export function useGridLayers(): readonly Layer[] {
  const { store, page, selected } = useRoom();
  const changes = useLayerChanges(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layers follow what is read of the page
  return useMemo(() => {
    const path = selected === undefined ? [] : store.pathOf(selected);
    const near = path.flatMap(({ id }) => store.children(id)?.layers ?? []);
    const all = [...(store.children(page.id)?.layers ?? []), ...path, ...near];
    return [...new Map(all.filter(hasGrids).map((layer) => [layer.id, layer])).values()];
  }, [store, page.id, selected, changes]);
}

/** Shows layout grids while they are wished for. */
export function useGrids(): void {
  const { stage } = useRoom();
  const areShown = useShownGrids();
  const layers = useGridLayers();
  useEffect(() => stage.overlay.showGrids(areShown ? layers : []), [stage, areShown, layers]);
}
