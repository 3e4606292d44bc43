import { DocumentRefused } from '../../document/document-refused.ts';
import type { DocumentSource, MapEntry } from '../../document/document-source.ts';
import { decodeString, isObjectAt, members } from '../../document/json-spans.ts';
import type { Properties } from './properties.ts';

export type Maps = Pick<DocumentSource, 'components' | 'componentSets' | 'styles'>;

/** The maps of a file answer or of an entry of `nodes`; those that older answers lack are empty. */
export function readMaps(properties: Properties): Maps {
  return {
    components: readMap(properties, 'components'),
    componentSets: readMap(properties, 'componentSets'),
    styles: readMap(properties, 'styles'),
  };
}

function readMap({ text, spans }: Properties, name: keyof Maps): MapEntry[] {
  const span = spans.get(name);
  if (span === undefined) return [];
  if (!isObjectAt(text, span.start)) throw new DocumentRefused(`The property ${name} is not an object.`);
  return Array.from(members(text, span.start), ({ keyStart, keyEnd, end }) => ({
    key: decodeString(text, keyStart, keyEnd),
    text: text.subarray(keyStart, end),
  }));
}

/** Puts the maps of several nodes together; of an entry given more than once the first counts. */
export function mergeMaps(all: readonly Maps[]): Maps {
  return {
    components: mergeEntries(all.flatMap((maps) => maps.components)),
    componentSets: mergeEntries(all.flatMap((maps) => maps.componentSets)),
    styles: mergeEntries(all.flatMap((maps) => maps.styles)),
  };
}

function mergeEntries(entries: readonly MapEntry[]): MapEntry[] {
  const byKey = new Map<string, MapEntry>();
  for (const entry of entries) if (!byKey.has(entry.key)) byKey.set(entry.key, entry);
  return [...byKey.values()];
}
