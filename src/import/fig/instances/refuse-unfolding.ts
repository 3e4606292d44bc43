import { Effort } from '../message/effort.ts';
import { ImportReport } from '../message/import-report.ts';
import type { NodeIndex } from '../message/node-index.ts';
import { Expansion, type ExpansionLimits, refuseLayers } from './expand.ts';
import { foreseenLayers } from './foreseen-layers.ts';
import type { Layer } from './layer.ts';

/**
 * Refuses a design that unfolds to more layers than may be. Of one that is sure to, none is made; of one that is likely
 * to, they are made once for themselves, which takes a third of the time that it takes to write them.
 *
 * @throws DocumentRefused
 */
export function refuseUnfolding(index: NodeIndex, limits: ExpansionLimits, mostValues: number): void {
  const { certain, likely } = foreseenLayers(index, limits);
  if (certain > limits.nodes) refuseLayers(limits);
  if (likely() > limits.nodes) makeLayers(index, limits, mostValues);
}

function makeLayers(index: NodeIndex, limits: ExpansionLimits, mostValues: number): void {
  const expansion = new Expansion(index, new ImportReport(), limits, new Effort(mostValues));
  const make = (layer: Layer, level: number): void => {
    if (layer.node.type === 'TABLE') return;
    for (const child of expansion.children(layer, level)) make(child, level + 1);
  };
  const document = expansion.stored(index.document);
  for (const page of expansion.children(document, 0))
    if (page.head.type === 'CANVAS' && !page.head.internalOnly) make(page, 1);
}
