import type { LayerStore } from './layer-store.ts';

/** The layer around another one; nothing for one that lies on the page itself. */
export function outOf(store: LayerStore, page: string, id: string): string | undefined {
  const parent = store.parent(id);
  return parent === page ? undefined : parent;
}

/** The layer so many places further among its siblings, from above to below; the same at the ends. */
export async function beside(store: LayerStore, page: string, id: string, by: number): Promise<string> {
  const parent = store.parent(id) ?? page;
  await store.want(parent);
  const { layers = [] } = store.children(parent) ?? {};
  const place = layers.findIndex((layer) => layer.id === id);
  return layers[place + by]?.id ?? id;
}

/** The uppermost layer in another one; itself where nothing is in it. */
export async function into(store: LayerStore, id: string): Promise<string> {
  await store.want(id);
  return store.children(id)?.layers[0]?.id ?? id;
}
