import type { DocumentSource, MapEntry } from './document-source.ts';
import { decodeString, isObjectAt, isStringAt, members, skipSpace, stringEnd } from './json-spans.ts';
import { none } from './snapshot-layout.ts';

/** Entries of the three maps in one numbering: components, then component sets, then styles. */
export interface EntryNumbers {
  readonly components: ReadonlyMap<string, number>;
  readonly componentSets: ReadonlyMap<string, number>;
  readonly styles: ReadonlyMap<string, number>;
  readonly all: readonly MapEntry[];
}

export function numberEntries(source: DocumentSource): EntryNumbers {
  const { components, componentSets, styles } = source;
  return {
    components: numbersOf(components, 0),
    componentSets: numbersOf(componentSets, components.length),
    styles: numbersOf(styles, components.length + componentSets.length),
    all: [...components, ...componentSets, ...styles],
  };
}

/** A key given twice counts as the last of its entries, as JSON parsers have it. */
function numbersOf(entries: readonly MapEntry[], first: number): Map<string, number> {
  return new Map(entries.map((entry, index) => [entry.key, first + index]));
}

/** The number of the component set that a component's entry names. */
export function setOf(entry: MapEntry, sets: ReadonlyMap<string, number>): number {
  const text = entry.text;
  const value = skipSpace(text, skipSpace(text, stringEnd(text, 0)) + 1);
  if (!isObjectAt(text, value)) return none;
  for (const { keyStart, keyEnd, start, end } of members(text, value)) {
    if (decodeString(text, keyStart, keyEnd) !== 'componentSetId' || !isStringAt(text, start)) continue;
    return sets.get(decodeString(text, start, end)) ?? none;
  }
  return none;
}
