import type { Box, Point } from '../../viewer/view.ts';
import type { Layer, LayerStore } from '../layers/layer-store.ts';

type Known = Pick<LayerStore, 'children' | 'parent'>;

export const contains = ({ x, y, width, height }: Box, point: Point): boolean =>
  point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;

const isHit = ({ bounds, hidden }: Layer, point: Point): boolean =>
  hidden !== true && bounds !== null && contains(bounds, point);

/** The layers under a point from the page inwards, as far as they are known: of siblings the uppermost. */
export function layersAt(store: Known, page: string, point: Point): Layer[] {
  const chain: Layer[] = [];
  let parent: string | undefined = page;
  while (parent !== undefined) {
    const hit: Layer | undefined = store.children(parent)?.layers.find((layer) => isHit(layer, point));
    if (hit !== undefined) chain.push(hit);
    parent = hit?.has_children === true ? hit.id : undefined;
  }
  return chain;
}

/** On a page these are the grounds that designs lie on: what is in them is meant before they are. */
const grounds: ReadonlySet<string> = new Set(['FRAME', 'SECTION', 'COMPONENT_SET']);

/**
 * The layer that a click means: what lies directly on a page or in one of its grounds, or beside or in what is
 * selected already; with `isDeep` the innermost.
 */
export function meantLayer(
  chain: readonly Layer[],
  { store, selected, isDeep }: { store: Known; selected: string | undefined; isDeep: boolean },
): Layer | undefined {
  if (isDeep) return chain.at(-1);
  const entered = new Set(ancestorsOf(store, selected));
  let meant = 0;
  for (const depth of chain.keys()) {
    const around = chain[depth - 1];
    const isOnGround = depth > 0 && meant === depth - 1 && isGround(chain, depth - 1);
    if (isOnGround || (around !== undefined && entered.has(around.id))) meant = depth;
  }
  return chain[meant];
}

/**
 * What has to be read before it is known what a click means: nothing, or the children of a layer up to a place.
 * Siblings that are not read yet may lie there where none of those that are does.
 */
export function mustKnowMore(
  chain: readonly Layer[],
  { store, page, selected }: { store: Known; page: string; selected: string | undefined },
  isDeep: boolean,
): { parent: string; place: number } | undefined {
  const innermost = chain.at(-1);
  if (innermost?.has_children === false) return undefined;
  const parent = innermost?.id ?? page;
  const isMeant =
    innermost === undefined ||
    isDeep ||
    isGround(chain, chain.length - 1) ||
    new Set(ancestorsOf(store, selected)).has(parent);
  if (!isMeant) return undefined;
  const known = store.children(parent);
  if (known === undefined) return { parent, place: 0 };
  return known.layers.length < known.count ? { parent, place: known.layers.length } : undefined;
}

/** A ground lies on the page, or in a section that does. */
const isGround = (chain: readonly Layer[], depth: number): boolean =>
  grounds.has(chain[depth]?.type ?? '') && chain.slice(0, depth).every(({ type }) => type === 'SECTION');

function* ancestorsOf(store: Known, id: string | undefined): Generator<string> {
  for (let at = id && store.parent(id); at !== undefined; at = store.parent(at)) yield at;
}

/** The layer one step further in than the one that is selected. */
export function nextInside(chain: readonly Layer[], selected: string | undefined): Layer | undefined {
  const place = chain.findIndex(({ id }) => id === selected);
  return place === -1 ? undefined : chain[place + 1];
}
