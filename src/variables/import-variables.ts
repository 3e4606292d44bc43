import { idInLoop } from './alias-graph.ts';
import { hasReservedCharacter, limits } from './change-targets.ts';
import { readSteps, VariablesRefused } from './read-local-variables.ts';
import type { Collection, Variable, VariablesState } from './state.ts';
import { type AliasPart, aliasParts, type Value, type VariableType } from './values.ts';

/**
 * Reads an answer of another server that is to be a file's variables: what the file would refuse as a change, it
 * refuses here too. What is of libraries, or deleted, is taken as it comes. Yields in between.
 *
 * @throws VariablesRefused naming the place
 * @see VAR-67…VAR-73, LIM-13…LIM-15
 */
export function* importSteps(json: unknown): Generator<void, VariablesState> {
  const state = yield* readSteps(json);
  const owners = new Map<string, string>();
  for (const [id, collection] of state.collections) {
    if (isOwn(collection)) {
      const place = `variableCollections["${id}"]`;
      refuse(place, collectionProblem(collection) ?? sharedMode(collection, owners));
      refuse(place, overrideProblem(state, collection));
    }
    yield;
  }
  for (const [id, variable] of state.variables) {
    if (isOwn(variable)) refuse(`variables["${id}"]`, variableProblem(state, variable));
    yield;
  }
  const looping = yield* idInLoop(state.aliases);
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
  const problem = aliasProblem(state, type, values);
  return problem && `.valuesByMode${problem}`;
}

/** Changes find the collection of a mode by the mode. */
function sharedMode({ id, modes }: Collection, owners: Map<string, string>): string | undefined {
  const shared = modes.findIndex(({ modeId }) => owners.has(modeId));
  if (shared !== -1)
    return `.modes[${shared}].modeId is a mode of ${owners.get(modes[shared]?.modeId ?? '')} too`;
  for (const { modeId } of modes) owners.set(modeId, id);
  return undefined;
}

function overrideProblem(state: VariablesState, { extension }: Collection): string | undefined {
  for (const [id, values] of extension?.overrides ?? []) {
    const type = state.variables.get(id)?.type;
    const problem = type && aliasProblem(state, type, values);
    if (problem !== undefined) return `.variableOverrides["${id}"]${problem}`;
  }
  return undefined;
}

function aliasProblem(
  state: VariablesState,
  type: VariableType,
  values: ReadonlyMap<string, Value>,
): string | undefined {
  for (const [modeId, value] of values) {
    const needed = aliasParts(type, value).find((part) => isOfOtherType(state, part));
    if (needed !== undefined)
      return `["${modeId}"] is an alias to a variable of another type than ${needed.type}`;
  }
  return undefined;
}

const isOfOtherType = (state: VariablesState, { id, type }: AliasPart): boolean =>
  (state.variables.get(id)?.type ?? type) !== type;
