import { describe, expect, it } from 'vitest';
import { createLayerStore, type Layer } from './layer-store.ts';
import { treeRows } from './tree-rows.ts';

const layer = (id: string, has_children = false): Layer => ({
  id,
  name: `Layer ${id}`,
  type: 'FRAME',
  has_children,
  bounds: null,
});

/** A page with three thousand frames, the first of which holds another. */
function wide() {
  const asked: string[] = [];
  const all = Array.from({ length: 3000 }, (_, at) => layer(`f${at}`, at === 0));
  const store = createLayerStore(async (parent, cursor = '0') => {
    asked.push(`${parent} ${cursor}`);
    if (parent !== 'page') return { children: [layer('inner')], count: 1 };
    const start = Number(cursor);
    const next = start + 1000 < all.length ? { next_cursor: `${start + 1000}` } : {};
    return { children: all.slice(start, start + 1000), count: all.length, ...next };
  });
  return { store, asked };
}

describe('The layers of a page', () => {
  it('are read as far as they are needed, and once', async () => {
    const { store, asked } = wide();
    await Promise.all([store.want('page'), store.want('page', 10)]);
    expect(asked).toEqual(['page 0']);
    await store.want('page', 1500);
    expect(asked).toEqual(['page 0', 'page 1000']);
    expect([store.children('page')?.layers.length, store.children('page')?.count]).toEqual([2000, 3000]);
  });

  it('have a row each, also those that are not read yet', async () => {
    const { store } = wide();
    await store.want('page');
    const rows = treeRows(store, 'page', () => false);
    expect([rows.length, rows[999]?.layer?.id, rows[1000]?.layer]).toEqual([3000, 'f999', undefined]);
  });

  it('show what is in those that are open below them', async () => {
    const { store } = wide();
    await store.want('page');
    await store.want('f0');
    const rows = treeRows(store, 'page', (id) => id === 'f0');
    expect(rows[1]).toMatchObject({ layer: { id: 'inner' }, parent: 'f0', level: 2, siblings: 1 });
    expect(store.pathOf('inner').map(({ id }) => id)).toEqual(['f0', 'inner']);
  });

  it('are asked for again after a failure', async () => {
    let isDown = true;
    const store = createLayerStore(async () => {
      if (isDown) throw new Error('down');
      return { children: [], count: 0 };
    });
    await expect(store.want('page')).rejects.toThrow('down');
    isDown = false;
    await store.want('page');
    expect(store.children('page')?.count).toBe(0);
  });
});
