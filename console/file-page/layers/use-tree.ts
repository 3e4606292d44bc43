import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useLayerChanges, useRoom } from '../room.ts';
import { type TreeRow, treeRows } from './tree-rows.ts';

/** The tree of layers as it stands: what is open, and what keys do. */
export interface Tree {
  readonly rows: readonly TreeRow[];
  turn(id: string, isOpen: boolean): void;
  /** `at` is the row that is selected, -1 where none is. */
  press(event: KeyboardEvent, at: number): void;
}

export function useTree(): Tree {
  const { store, page, selected, select, zoomTo } = useRoom();
  const changes = useLayerChanges(store);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows follow what is read of the layers
  const rows = useMemo(() => treeRows(store, page.id, (id) => open.has(id)), [store, page.id, open, changes]);
  const turn = useCallback(
    (id: string, isOpen: boolean) => {
      setOpen((before) => {
        const after = new Set(before);
        if (isOpen) after.add(id);
        else after.delete(id);
        return after;
      });
      if (isOpen) void store.want(id).catch(() => undefined);
    },
    [store],
  );
  useRevealed(turn);
  const press = (event: KeyboardEvent, at: number) => {
    const row = rows[at];
    const go = (place: number) => {
      const id = rows[Math.min(Math.max(place, 0), rows.length - 1)]?.layer?.id;
      if (id !== undefined) select(id);
    };
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at === -1 ? rows.length - 1 : at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => inwards(row, turn, () => go(at + 1)),
      ArrowLeft: () => outwards(row, turn, () => row?.parent !== page.id && select(row?.parent)),
      Enter: () => row?.layer !== undefined && zoomTo(row.layer),
      Escape: () => selected !== undefined && select(undefined),
    };
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  return { rows, turn, press };
}

function inwards(row: TreeRow | undefined, turn: Tree['turn'], next: () => void): void {
  if (row?.layer?.has_children !== true) return;
  if (row.isOpen) next();
  else turn(row.layer.id, true);
}

function outwards(row: TreeRow | undefined, turn: Tree['turn'], out: () => void): void {
  if (row?.isOpen === true && row.layer !== undefined) turn(row.layer.id, false);
  else if (row !== undefined) out();
}

/** Opens what lies around the selected layer, and reads on until it is there. */
function useRevealed(turn: Tree['turn']): void {
  const { store, selected, page } = useRoom();
  const isKnown = selected !== undefined && store.parent(selected) !== undefined;
  useEffect(() => {
    if (!isKnown || selected === undefined) return;
    const path = store.pathOf(selected);
    for (const { id } of path.slice(0, -1)) turn(id, true);
    const parent = path.at(-2)?.id ?? page.id;
    void readUntil(store, parent, selected);
  }, [isKnown, selected, store, page.id, turn]);
}

/** Reads children of a node until one of them is there. */
async function readUntil(
  store: ReturnType<typeof useRoom>['store'],
  parent: string,
  child: string,
): Promise<void> {
  try {
    await store.want(parent);
    for (;;) {
      const known = store.children(parent);
      if (known === undefined || known.layers.length >= known.count) return;
      if (known.layers.some(({ id }) => id === child)) return;
      await store.want(parent, known.layers.length);
    }
  } catch {
    // The tree stays as far as it was read.
  }
}
