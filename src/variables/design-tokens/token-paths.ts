import type { Collection, VariablesState } from '../state.ts';

/** Our key in `$extensions`. */
export const extensionKey = 'vitrine';

/** A group deeper than this helps nobody; what is left of a name stays in one piece. */
const mostLevels = 32;

/** The steps of a variable's name as names of the format: none is empty or begins with `$`. */
export function stepsOf(name: string): string[] {
  const steps = name.split('/');
  const levels =
    steps.length > mostLevels
      ? [...steps.slice(0, mostLevels - 1), steps.slice(mostLevels - 1).join('/')]
      : steps;
  return levels.map(tokenName);
}

/** What the format keeps for itself is replaced. */
export function tokenName(name: string): string {
  const free = name.replace(/[.{}]/g, '_').replace(/^\$/, '_');
  return free === '' ? '_' : free;
}

/** Where each collection and each variable of a state is written; no two at the same place. */
export interface TokenPaths {
  readonly groups: ReadonlyMap<string, string>;
  readonly tokens: ReadonlyMap<string, readonly string[]>;
}

export function tokenPaths(state: VariablesState, collections: readonly Collection[]): TokenPaths {
  const groups = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, name } of collections)
    groups.set(
      id,
      freeName(tokenName(name), (one) => claim(taken, one)),
    );
  const tokens = new Map<string, readonly string[]>();
  const places = new Set<string>();
  for (const { id, variableIds } of collections) {
    for (const variableId of variableIds) {
      const steps = stepsOf(state.variables.get(variableId)?.name ?? '');
      const above = [groups.get(id) ?? '', ...steps.slice(0, -1)];
      const last = freeName(steps.at(-1) ?? '', (one) => claim(places, aliasOf([...above, one])));
      tokens.set(variableId, [...above, last]);
    }
  }
  return { groups, tokens: besideGroups(tokens) };
}

function claim(taken: Set<string>, name: string): boolean {
  const isFree = !taken.has(name);
  taken.add(name);
  return isFree;
}

function freeName(name: string, claimed: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; !claimed(free); number += 1) free = `${name} ${number}`;
  return free;
}

/** A token where also a group stands is the root of that group. */
function besideGroups(tokens: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const above = (path: readonly string[]) => path.map((_, length) => aliasOf(path.slice(0, length)));
  const groups = new Set([...tokens.values()].flatMap(above));
  return new Map(
    [...tokens].map(([id, path]) => [id, groups.has(aliasOf(path)) ? [...path, '$root'] : path]),
  );
}

export const aliasOf = (path: readonly string[]): string => `{${path.join('.')}}`;
