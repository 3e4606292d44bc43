import { useSyncExternalStore } from 'react';
import { type Place, readPlace, searchOf } from './place.ts';

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
addEventListener('popstate', tell);

let read = { search: '', place: readPlace('') };

/** The place that the address names now. */
function placeNow(): Place {
  const { search } = location;
  if (search !== read.search) read = { search, place: readPlace(search) };
  return read.place;
}

/** Goes to a place: what is not named stays as it is. Where it is a step that one may want to take back, it is one. */
export function goTo(change: Place, { isStep = false } = {}): void {
  const search = searchOf({ ...placeNow(), ...change }, location.search);
  if (search === location.search) return;
  const address = location.pathname + search;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  tell();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePlace = (): Place => useSyncExternalStore(listen, placeNow);
