import type { Layer, LayerStore } from '../layers/layer-store.ts';

/** Of more sections what lies in them is not asked for. */
const mostSections = 60;

/** What stands on a page and in its sections, as far as it is read, and the first section that is not. */
export function namedLayers(
  store: Pick<LayerStore, 'children'>,
  page: string,
): { readonly layers: readonly Layer[]; readonly unread: string | undefined } {
  const layers = [...(store.children(page)?.layers ?? [])];
  let [sections, unread]: [number, string | undefined] = [0, undefined];
  // What is found in a section is looked through as well: it may be another one.
  for (const { id, type, hidden } of layers) {
    if (type !== 'SECTION' || hidden === true || sections === mostSections) continue;
    sections += 1;
    const within = store.children(id);
    for (const layer of within?.layers ?? []) layers.push(layer);
    if (within === undefined) unread ??= id;
  }
  return { layers, unread };
}
