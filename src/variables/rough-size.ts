import { type Collection, platforms, type Variable, type VariablesState } from './state.ts';
import type { Value } from './values.ts';

/** What a thing with its maps takes beside its texts and values, and a value that is no text. */
const thingBytes = 1000;
const valueBytes = 100;

/** Roughly what a state and its print take of memory, so that keeping some can be bounded. */
export function roughSizeBytes({ variables, collections }: VariablesState): number {
  let bytes = thingBytes;
  for (const [, variable] of variables) bytes += variableBytes(variable);
  for (const [, collection] of collections) bytes += collectionBytes(collection);
  return bytes;
}

function variableBytes({ name, description, codeSyntax, type, values }: Variable): number {
  let length = name.length + description.length;
  for (const platform of platforms) length += codeSyntax[platform]?.length ?? 0;
  const texts = type === 'STRING' ? valuesBytes(values) : valueBytes * values.size;
  return thingBytes + 2 * length + texts;
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
