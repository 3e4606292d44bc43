import { guidText } from '../message/guids.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Showing } from '../message/wanted-showings.ts';
import { type ExpansionLimits, keyOf, refuseLayers } from './expand.ts';

/** What lies at one depth below a page or component: how many layers, and how often they show each component. */
interface Row {
  layers: number;
  readonly shows: Map<NodeHead, number>;
}

/**
 * Refuses a design whose pages are sure to unfold to more layers than may be, before one is built. What overrides and
 * properties may exchange counts as if it held nothing, so the layers that are built have to be counted too.
 *
 * @throws DocumentRefused
 */
export function refuseCertainLayers(index: NodeIndex, limits: ExpansionLimits): void {
  if (certainLayers(index, limits) > limits.nodes) refuseLayers(limits);
}

/**
 * At least how many layers the pages show; counting ends above the limit. Takes a step for each of them at the most,
 * and one for all that show the same component at the same depth.
 */
export function certainLayers(index: NodeIndex, limits: ExpansionLimits): number {
  const rowsOf = rowsBelow(index, limits.levels);
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
function rowsBelow(index: NodeIndex, mostDepth: number): (holder: NodeHead) => readonly Row[] {
  const shownBy = certainSymbols(index);
  const known = new Map<NodeHead, readonly Row[]>();
  return (holder) => {
    const rows = known.get(holder) ?? rowsWithin(holder, { index, shownBy, mostDepth });
    known.set(holder, rows);
    return rows;
  };
}

interface Within {
  readonly index: NodeIndex;
  readonly shownBy: ReadonlyMap<NodeHead, NodeHead>;
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

/** The component of each instance that shows the same one wherever it stands. */
function certainSymbols(index: NodeIndex): Map<NodeHead, NodeHead> {
  const symbols = new Map<NodeHead, NodeHead>();
  const exchanged = new Set<string>();
  for (const head of index.byId.values()) {
    if (head.type !== 'INSTANCE') continue;
    const showing = index.showing(head);
    gatherExchanged(showing, exchanged);
    const isBound = showing.componentPropRefs?.some(
      ({ componentPropNodeField }) => componentPropNodeField === 'OVERRIDDEN_SYMBOL_ID',
    );
    const id = guidText(showing.overriddenSymbolID) ?? guidText(showing.symbolData?.symbolID);
    const symbol = id === undefined || isBound ? undefined : index.symbol(id);
    if (symbol?.type === 'SYMBOL') symbols.set(head, symbol);
  }
  for (const head of symbols.keys()) if (exchanged.has(keyOf(head))) symbols.delete(head);
  return symbols;
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
