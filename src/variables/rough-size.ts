import type { Collection, Variable, VariablesState } from './state.ts';
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

function variableBytes({ name, description, codeSyntax, values }: Variable): number {
  const texts = [name, description, ...Object.values(codeSyntax)];
  return thingBytes + 2 * texts.reduce((sum, text) => sum + text.length, 0) + valuesBytes(values);
}

function collectionBytes({ name, extension }: Collection): number {
  let bytes = thingBytes + 2 * name.length;
  for (const [, values] of extension?.overrides ?? []) bytes += valueBytes + valuesBytes(values);
  return bytes;
}

function valuesBytes(values: ReadonlyMap<string, Value>): number {
  let bytes = 0;
  for (const value of values.values())
    bytes += valueBytes + (typeof value === 'string' ? 2 * value.length : 0);
  return bytes;
}
