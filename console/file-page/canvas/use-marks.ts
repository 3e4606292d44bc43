import { useEffect } from 'react';
import type { OwnNode } from '../../../src/code/own-node.ts';
import { useOwnNode } from '../inspect/use-own-node.ts';
import type { Layer } from '../layers/layer-store.ts';
import { useLayerChanges, useRoom, useSelectedLayer } from '../room.ts';
import { gapBoxes, paddingBoxes } from './spacing-boxes.ts';

/** Marks what is selected, and distances while Alt is held. */
export function useMarks(): void {
  const { stage } = useRoom();
  const selected = useSelectedLayer();
  const node = useOwnNode()?.node;
  const children = useSpacedChildren(node);
  useEffect(() => stage.overlay.mark({ selected }), [stage, selected]);
  useEffect(() => {
    const paddings = selected?.bounds ? paddingBoxes(selected.bounds, node) : [];
    stage.overlay.mark({ paddings, gaps: gapBoxes(node, children) });
  }, [stage, selected, node, children]);
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

const none: readonly Layer[] = [];

/** What lies in a frame with auto layout, as far as it is read. */
function useSpacedChildren(node: OwnNode | undefined): readonly Layer[] {
  const { store } = useRoom();
  useLayerChanges(store);
  const id = node?.layoutMode === undefined || node.layoutMode === 'NONE' ? undefined : node.id;
  useEffect(() => {
    if (id !== undefined) void store.want(id).catch(() => undefined);
  }, [store, id]);
  return id === undefined ? none : (store.children(id)?.layers ?? none);
}
