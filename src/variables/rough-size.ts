import { type Collection, platforms, type Variable, type VariablesState } from './state.ts';
import type { Value } from './values.ts';

/** What a thing with its maps takes beside its texts and values, and a value that is no text. */
const thingBytes = 1000;
const valueBytes = 100;
/** An id of a variable, in a list of those that a collection shows and in an answer. */
const shownBytes = 60;

/** Roughly what a state and its print take of memory, so that keeping some can be bounded. */
export function roughSizeBytes({ variables, collections }: VariablesState): number {
  let bytes = thingBytes;
  for (const [, variable] of variables) bytes += variableBytes(variable);
  for (const [, collection] of collections)
    bytes += collectionBytes(collection) + shownBytes * shownCount(collections, collection);
  return bytes;
}

function variableBytes({ name, description, codeSyntax, type, values }: Variable): number {
  let length = name.length + description.length;
  for (const platform of platforms) length += codeSyntax[platform]?.length ?? 0;
  const texts = type === 'STRING' ? valuesBytes(values) : valueBytes * values.size;
  return thingBytes + 2 * length + texts;
}

/** An extension shows all variables of the collection at the top. */
function shownCount(
  collections: VariablesState['collections'],
  { variableIds, extension }: Collection,
): number {
  const inherited = extension && (collections.get(extension.rootId)?.variableIds ?? extension.inheritedIds);
  return variableIds.length + (inherited?.length ?? 0);
}

function collectionBytes({ name, extension }: Collection): number {
  let bytes = thingBytes + 2 * name.length;
  for (const [, values] of extension?.overrides ?? []) bytes += valueBytes + valuesBytes(values);
  return bytes;
}

function valuesBytes(values: ReadonlyMap<string, Value>): number {
  let bytes = valueBytes * values.size;
  for (const value of values.values()) if (typeof value === 'string') bytes += 2 * value.length;
  return bytes;
}
