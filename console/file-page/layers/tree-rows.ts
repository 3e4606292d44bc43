import type { Layer, LayerStore } from './layer-store.ts';

/** A row of the tree: a layer, or the place of one that is not read yet. */
export interface TreeRow {
  readonly layer: Layer | undefined;
  readonly parent: string;
  /** Among its siblings, from 0. */
  readonly place: number;
  readonly siblings: number;
  /** 1 directly below the page. */
  readonly level: number;
  readonly isOpen: boolean;
}

/** The rows of a page as they stand below one another, closed layers without what is in them. */
export function treeRows(
  store: Pick<LayerStore, 'children'>,
  page: string,
  isOpen: (id: string) => boolean,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (parent: string, level: number): void => {
    const { layers = [], count = 0 } = store.children(parent) ?? {};
    for (let place = 0; place < count; place += 1) {
      const layer = layers[place];
      const open = layer?.has_children === true && isOpen(layer.id);
      rows.push({ layer, parent, place, siblings: count, level, isOpen: open });
      if (open) add(layer.id, level + 1);
    }
  };
  add(page, 1);
  return rows;
}
