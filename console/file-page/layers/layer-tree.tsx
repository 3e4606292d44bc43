import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useRoom } from '../room.ts';
import { LayerRow, rowId } from './layer-row.tsx';
import { useTree } from './use-tree.ts';

const rowPx = matchMedia('(pointer: coarse)').matches ? 40 : 32;

/** The layers of the open page; only rows that are seen are there. */
export function LayerTree() {
  const { selected, store } = useRoom();
  const tree = useTree();
  const { rows } = tree;
  const place = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const at = rows.findIndex(({ layer }) => layer !== undefined && layer.id === selected);
  useEffect(() => {
    if (at !== -1) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  const shown = virtual.getVirtualItems();
  const unread = shown
    .map(({ index }) => rows[index])
    .find((row) => row !== undefined && row.layer === undefined);
  useEffect(() => {
    if (unread !== undefined) void store.want(unread.parent, unread.place).catch(() => undefined);
  }, [store, unread]);
  const isShown = at !== -1 && shown.some(({ index }) => index === at);
  return (
    <div className="layer-tree-place" ref={place}>
      <h2 className="unseen">Layers</h2>
      <div
        className="layer-tree"
        role="tree"
        aria-label="Layers"
        tabIndex={0}
        {...(isShown ? { 'aria-activedescendant': rowId(selected ?? '') } : {})}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={(event) => tree.press(event, at)}
      >
        {shown.map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <LayerRow
                key={row.layer?.id ?? `${row.parent} ${row.place}`}
                row={row}
                top={start}
                tree={tree}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
