import { idInLoop } from './alias-graph.ts';
import { readSteps, VariablesRefused } from './read-local-variables.ts';
import type { Collection, Variable, VariablesState } from './state.ts';
import { hasReservedCharacter, limits } from './targets.ts';
import { type AliasPart, aliasParts } from './values.ts';

/**
 * Reads an answer of another server that is to be a file's variables: what the file would refuse as a change, it
 * refuses here too. What is of libraries, or deleted, is taken as it comes. Rests in between.
 *
 * @throws VariablesRefused naming the place
 * @see VAR-67…VAR-73, LIM-13…LIM-15
 */
export function* importSteps(json: unknown): Generator<void, VariablesState> {
  const state = yield* readSteps(json);
  for (const [id, collection] of state.collections) {
    if (isOwn(collection)) refuse(`variableCollections["${id}"]`, collectionProblem(collection));
    yield;
  }
  for (const [id, variable] of state.variables) {
    if (isOwn(variable)) refuse(`variables["${id}"]`, variableProblem(state, variable));
    yield;
  }
  const looping = idInLoop(state.aliases);
  if (looping !== undefined) refuse(`variables["${looping}"]`, ' is in a loop of aliases');
  return state;
}

const isOwn = ({ remote, deletedButReferenced }: Variable | Collection): boolean =>
  !remote && !deletedButReferenced;

function refuse(place: string, problem: string | undefined): void {
  if (problem !== undefined) throw new VariablesRefused(`${place}${problem}.`);
}

function collectionProblem({ variableIds, modes }: Collection): string | undefined {
  const { modesPerCollection, modeNameCharacters, variablesPerCollection } = limits;
  if (modes.length > modesPerCollection) return `.modes must be at most ${modesPerCollection}`;
  if (variableIds.length > variablesPerCollection)
    return `.variableIds must be at most ${variablesPerCollection}`;
  const long = modes.findIndex(({ name }) => [...name].length > modeNameCharacters);
  return long === -1 ? undefined : `.modes[${long}].name must have at most ${modeNameCharacters} characters`;
}

function variableProblem(state: VariablesState, variable: Variable): string | undefined {
  const { id, name, collectionId, type, values } = variable;
  if (hasReservedCharacter(name)) return '.name must not contain ".", "{" or "}"';
  const holder = state.collections.get(collectionId)?.names.get(name);
  if (holder !== id) return `.name is the name of ${holder} in the same collection`;
  for (const [modeId, value] of values) {
    const needed = aliasParts(type, value).find((part) => isOfOtherType(state, part));
    if (needed !== undefined)
      return `.valuesByMode["${modeId}"] is an alias to a variable of another type than ${needed.type}`;
  }
  return undefined;
}

const isOfOtherType = (state: VariablesState, { id, type }: AliasPart): boolean =>
  (state.variables.get(id)?.type ?? type) !== type;
