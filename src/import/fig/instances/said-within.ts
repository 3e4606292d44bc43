import { guidText } from '../message/guids.ts';
import type { FigNode } from '../message/wanted.ts';
import { withFields } from './layer-values.ts';

/** What an instance says of a layer within it, and of those further in, by the key of each. */
export interface SaidWithin {
  entry: FigNode | undefined;
  /** Undefined where nothing is said further in, as of most layers. */
  within: Map<string, SaidWithin> | undefined;
  /** Whether a layer was there to say it of. */
  isReached: boolean;
}

const nothing = (): SaidWithin => ({ entry: undefined, within: undefined, isReached: false });

/** Sorts entries by the keys that lead to what they are of; of one path later ones win. */
export function saidWithin(entries: readonly FigNode[]): SaidWithin {
  const said = nothing();
  for (const entry of entries) {
    let place = said;
    for (const guid of entry.guidPath?.guids ?? []) place = stepInto(place, guidText(guid) ?? '');
    place.entry = place.entry === undefined ? entry : withFields(place.entry, entry);
  }
  return said;
}

/** The entry at the end of a path. */
export const saidAt = (said: SaidWithin, path: readonly string[]): FigNode | undefined =>
  path.reduce<SaidWithin | undefined>((place, key) => place?.within?.get(key), said)?.entry;

/** How much was said of layers that are not there. */
export function unreachedIn(said: SaidWithin): number {
  let count = 0;
  const open = [said];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (place.entry !== undefined && !place.isReached) count += 1;
    for (const further of place.within?.values() ?? []) open.push(further);
  }
  return count;
}

function stepInto(place: SaidWithin, key: string): SaidWithin {
  place.within ??= new Map();
  const { within } = place;
  const known = within.get(key) ?? nothing();
  within.set(key, known);
  return known;
}
