import { guidText } from '../message/guids.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Showing } from '../message/wanted-showings.ts';
import { type ExpansionLimits, keyOf } from './expand.ts';

/** The component that an instance shows. */
type ShownBy = ReadonlyMap<NodeHead, NodeHead>;

/** What lies at one depth below a page or component: how many layers, and how often they show each component. */
interface Row {
  layers: number;
  readonly shows: Map<NodeHead, number>;
}

/** How many layers the pages show; counting ends above the limit. */
export interface ForeseenLayers {
  /** What overrides and properties may exchange counts as if it held nothing. */
  readonly certain: number;
  /** It counts as it stands in the file. */
  readonly likely: () => number;
}

export function foreseenLayers(index: NodeIndex, limits: ExpansionLimits): ForeseenLayers {
  const { certain, all } = symbolsShown(index);
  return { certain: layersShown(index, certain, limits), likely: () => layersShown(index, all, limits) };
}

/** Takes a step for each layer at the most, and one for all that show the same component at the same depth. */
function layersShown(index: NodeIndex, shownBy: ShownBy, limits: ExpansionLimits): number {
  const rowsOf = rowsBelow(index, shownBy, limits.levels);
  /** The components around: in itself one shows nothing. */
  const around = new Set<NodeHead>();
  let count = 0;
  const add = (holder: NodeHead, level: number, times: number): void => {
    if (around.has(holder)) return;
    around.add(holder);
    for (const [depth, { layers, shows }] of rowsOf(holder).entries()) {
      const levelOfRow = level + depth;
      if (levelOfRow >= limits.levels) break;
      count += times * layers;
      for (const [symbol, more] of shows)
        if (count <= limits.nodes) add(symbol, levelOfRow + 1, times * more);
    }
    around.delete(holder);
  };
  for (const page of index.children(index.document))
    if (page.type === 'CANVAS' && !page.internalOnly) add(page, 1, 1);
  return count;
}

/** Goes through what a page or component holds once, however often it is shown. */
function rowsBelow(
  index: NodeIndex,
  shownBy: ShownBy,
  mostDepth: number,
): (holder: NodeHead) => readonly Row[] {
  const known = new Map<NodeHead, readonly Row[]>();
  return (holder) => {
    const rows = known.get(holder) ?? rowsWithin(holder, { index, shownBy, mostDepth });
    known.set(holder, rows);
    return rows;
  };
}

interface Within {
  readonly index: NodeIndex;
  readonly shownBy: ShownBy;
  readonly mostDepth: number;
}

function rowsWithin(holder: NodeHead, { index, shownBy, mostDepth }: Within): readonly Row[] {
  const rows: Row[] = [];
  const keys = new Set<string>();
  const visit = (node: NodeHead, depth: number): void => {
    for (const child of index.children(node)) {
      const key = keyOf(child);
      if (keys.has(key)) continue;
      keys.add(key);
      rows[depth] ??= { layers: 0, shows: new Map() };
      const { shows } = rows[depth];
      rows[depth].layers += 1;
      const symbol = shownBy.get(child);
      if (symbol !== undefined) shows.set(symbol, (shows.get(symbol) ?? 0) + 1);
      if (!holdsOthers.has(child.type ?? '') && depth + 1 < mostDepth) visit(child, depth + 1);
    }
  };
  visit(holder, 0);
  return rows;
}

/** What lies below these in the file is not what they show. */
const holdsOthers: ReadonlySet<string> = new Set(['INSTANCE', 'TABLE']);

/** The components of instances: of all as they stand in the file, and of those that show the same one everywhere. */
function symbolsShown(index: NodeIndex): { readonly certain: ShownBy; readonly all: ShownBy } {
  const [all, certain] = [new Map<NodeHead, NodeHead>(), new Map<NodeHead, NodeHead>()];
  const exchanged = new Set<string>();
  for (const head of index.byId.values()) {
    if (head.type !== 'INSTANCE') continue;
    const showing = index.showing(head);
    gatherExchanged(showing, exchanged);
    const isBound = showing.componentPropRefs?.some(
      ({ componentPropNodeField }) => componentPropNodeField === 'OVERRIDDEN_SYMBOL_ID',
    );
    const id = guidText(showing.overriddenSymbolID) ?? guidText(showing.symbolData?.symbolID);
    const symbol = id === undefined ? undefined : index.symbol(id);
    if (symbol?.type !== 'SYMBOL') continue;
    all.set(head, symbol);
    if (!isBound) certain.set(head, symbol);
  }
  for (const head of certain.keys()) if (exchanged.has(keyOf(head))) certain.delete(head);
  return { certain, all };
}

/** The keys of layers that overrides may give another component. Overrides may hold others. */
function gatherExchanged(showing: Showing, exchanged: Set<string>): void {
  for (const entry of [
    ...(showing.symbolData?.symbolOverrides ?? []),
    ...(showing.derivedSymbolData ?? []),
  ]) {
    const { guidPath, overriddenSymbolID, symbolData, componentPropRefs } = entry;
    const key = guidText(guidPath?.guids?.at(-1));
    if (key !== undefined && (overriddenSymbolID ?? symbolData ?? componentPropRefs)) exchanged.add(key);
    gatherExchanged(entry, exchanged);
  }
}
