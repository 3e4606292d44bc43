import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument } from './open-api.ts';
import { placesOf } from './overlay-address.ts';
import { type OverlayEntry, staleEntry } from './overlay-entry.ts';

type Members = Record<string, unknown>;

/**
 * Applies every entry to the document, in order and in place.
 *
 * @throws Error if an entry finds no place or changes nothing: the document has caught up, or was renamed.
 */
export function applyOverlay(document: OpenApiDocument, entries: readonly OverlayEntry[]): void {
  for (const entry of entries) {
    const places = placesOf(document, entry);
    for (const place of places) applyEntry(place, entry);
  }
}

function applyEntry(place: Members, entry: OverlayEntry): void {
  const verbs = [entry.merge, entry.append, entry.remove, entry.take];
  if (verbs.every((verb) => verb === undefined)) throw staleEntry(entry, 'says nothing to do');
  mergeInto(place, entry.merge ?? {}, entry);
  for (const [list, elements] of Object.entries(entry.append ?? {})) append(place, list, elements, entry);
  for (const [list, elements] of Object.entries(entry.take ?? {})) take(place, list, elements, entry);
  for (const name of entry.remove ?? []) {
    if (!(name in place)) throw staleEntry(entry, `removes "${name}", which is not there`);
    delete place[name];
  }
}

function mergeInto(place: Members, members: Members, entry: OverlayEntry): void {
  for (const [name, value] of Object.entries(members)) {
    const present = place[name];
    if (isMembers(present) && isMembers(value)) mergeInto(present, value, entry);
    else if (isDeepStrictEqual(present, value))
      throw staleEntry(entry, `sets "${name}" to what it is already`);
    else place[name] = structuredClone(value);
  }
}

function append(place: Members, list: string, elements: unknown[], entry: OverlayEntry): void {
  const present = (place[list] ?? []) as unknown[];
  for (const element of elements) {
    if (present.some((other) => sameElement(other, element))) {
      throw staleEntry(entry, `appends to "${list}" what is there already`);
    }
  }
  place[list] = [...present, ...structuredClone(elements)];
}

function take(place: Members, list: string, elements: unknown[], entry: OverlayEntry): void {
  const present = (place[list] ?? []) as unknown[];
  for (const element of elements) {
    if (!present.includes(element)) throw staleEntry(entry, `takes out of "${list}" what is not there`);
  }
  place[list] = present.filter((element) => !elements.includes(element));
}

/** Parameters are the same when their names are. */
function sameElement(a: unknown, b: unknown): boolean {
  if (isMembers(a) && isMembers(b) && typeof a.name === 'string') return a.name === b.name;
  return isDeepStrictEqual(a, b);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
