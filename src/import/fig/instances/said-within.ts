import { guidText } from '../message/guids.ts';
import type { Guid } from '../message/wanted.ts';

/** What is said of a node, and of those further in, by the key of each. */
export interface SaidWithin<Entry> {
  /** All that is said of the node; of what they both say later ones win. */
  entries: Entry[] | undefined;
  /** Undefined where nothing is said further in, as of most layers. */
  within: Map<string, SaidWithin<Entry>> | undefined;
  /** Whether a layer was there to say it of. */
  isReached: boolean;
}

const nothing = <Entry>(): SaidWithin<Entry> => ({ entries: undefined, within: undefined, isReached: false });

/** Sorts entries by the keys that lead to what they are of. */
export function saidWithin<Entry>(
  all: Iterable<Entry>,
  pathOf: (entry: Entry) => readonly Guid[],
): SaidWithin<Entry> {
  const said = nothing<Entry>();
  for (const entry of all) {
    let place = said;
    for (const guid of pathOf(entry)) place = stepInto(place, guidText(guid) ?? '');
    if (place.entries === undefined) place.entries = [entry];
    else place.entries.push(entry);
  }
  return said;
}

/** The entries at the end of a path. */
export const saidAt = <Entry>(said: SaidWithin<Entry>, path: readonly string[]): readonly Entry[] =>
  path.reduce<SaidWithin<Entry> | undefined>((place, key) => place?.within?.get(key), said)?.entries ?? [];

/** How much was said of layers that are not there. */
export function unreachedIn(said: SaidWithin<unknown>): number {
  let count = 0;
  const open = [said];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (place.entries !== undefined && !place.isReached) count += 1;
    for (const further of place.within?.values() ?? []) open.push(further);
  }
  return count;
}

function stepInto<Entry>(place: SaidWithin<Entry>, key: string): SaidWithin<Entry> {
  place.within ??= new Map();
  const { within } = place;
  const known = within.get(key) ?? nothing<Entry>();
  within.set(key, known);
  return known;
}
