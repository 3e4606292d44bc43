import { atOnce } from '../document/run-at-once.ts';
import { differingKeys } from './persistent-map.ts';
import { type Collection, platforms, type Variable, type VariablesState } from './state.ts';
import type { Value } from './values.ts';

/** What a thing with its maps takes beside its texts and values, and a value that is no text. */
const thingBytes = 1000;
const valueBytes = 100;
/** An id of a variable, in a list of those that a collection shows and in an answer. */
const shownBytes = 60;

/** Roughly the memory that a state and its printed answer take, so that caches of them can be bounded. */
export const roughSizeBytes = (state: VariablesState, before?: VariablesState): number =>
  atOnce(roughSizeSteps(state, before));

/** The same in steps; of variables that were counted it is known from then on. */
export function* roughSizeSteps(
  { variables, collections }: VariablesState,
  before?: VariablesState,
): Generator<void, number> {
  let bytes = thingBytes + (yield* variablesBytes(variables, before?.variables));
  for (const [, collection] of collections) {
    bytes += collectionBytes(collection) + shownBytes * shownCount(collections, collection);
    yield;
  }
  return bytes;
}

type Variables = VariablesState['variables'];

const known = new WeakMap<Variables, number>();

/** Of a change that began with known variables only what differs is counted. */
function* variablesBytes(variables: Variables, before: Variables | undefined): Generator<void, number> {
  let bytes = known.get(variables);
  if (bytes !== undefined) return bytes;
  bytes = before && known.get(before);
  if (before === undefined || before.size === 0 || bytes === undefined) {
    bytes = 0;
    for (const [, variable] of variables) {
      bytes += variableBytes(variable);
      yield;
    }
  } else {
    for (const id of differingKeys(before, variables)) {
      bytes += bytesAt(variables, id) - bytesAt(before, id);
      yield;
    }
  }
  known.set(variables, bytes);
  return bytes;
}

function bytesAt(variables: Variables, id: string): number {
  const variable = variables.get(id);
  return variable === undefined ? 0 : variableBytes(variable);
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
