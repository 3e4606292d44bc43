import type { Collection, Mode, Variable, VariablesState } from '../state.ts';
import { aliasOf, extensionKey, stepsOf, type TokenPaths, tokenPaths } from './token-paths.ts';
import { tokenTypes, writeValue } from './token-values.ts';

export interface WrittenTokens {
  readonly tokens: Readonly<Record<string, unknown>>;
  /** A sentence for each thing that has no counterpart. */
  readonly report: readonly string[];
}

/**
 * Writes variables as design tokens: a group for each collection, below it one for each step of a name. Values of
 * the default mode are `$value`, those of the others stand in `$extensions`; with `mode` only that one is written.
 *
 * @see https://www.designtokens.org/TR/2025.10/format/
 */
export function writeTokens(state: VariablesState, { mode }: { mode?: string | undefined }): WrittenTokens {
  const report: string[] = [];
  const all = state.collectionIds.map((id) => state.collections.get(id)).filter((one) => one !== undefined);
  for (const { name, extension } of all)
    if (extension !== undefined) report.push(`"${name}" extends another collection, which tokens can not.`);
  const collections = all.filter(({ extension }) => extension === undefined);
  const paths = tokenPaths(state, collections);
  const root: Group = new Map();
  for (const collection of collections) {
    const modes = writtenModes(collection, mode, report);
    setAt(root, [paths.groups.get(collection.id) ?? '', '$extensions'], groupExtension(collection, modes));
    for (const id of collection.variableIds) {
      const variable = state.variables.get(id);
      const path = paths.tokens.get(id);
      const token = variable && tokenOf(variable, path ?? [], modes, paths, report);
      if (token !== undefined && path !== undefined) setAt(root, path, token);
    }
  }
  return { tokens: objectOf(root) as Record<string, unknown>, report };
}

type Group = Map<string, unknown>;

function setAt(root: Group, path: readonly string[], value: unknown): void {
  let group = root;
  for (const step of path.slice(0, -1)) {
    const below = (group.get(step) as Group | undefined) ?? new Map();
    group.set(step, below);
    group = below;
  }
  group.set(path.at(-1) ?? '', value);
}

const objectOf = (value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries([...value].map(([key, one]) => [key, objectOf(one)])) : value;

/** Modes in the order in which they are written, each under a name of its own; the first is `$value`. */
function writtenModes(collection: Collection, wanted: string | undefined, report: string[]): Mode[] {
  const { modes, defaultModeId, name } = collection;
  const ordered = modes.toSorted(
    (left, right) => Number(right.modeId === defaultModeId) - Number(left.modeId === defaultModeId),
  );
  if (wanted !== undefined) {
    const chosen = modes.find((mode) => mode.name === wanted);
    if (chosen === undefined) report.push(`"${name}" has no mode "${wanted}"; its default is written.`);
    return [chosen ?? (ordered[0] as Mode)];
  }
  return ordered.map((mode, index) => {
    const twins = ordered.slice(0, index).filter((other) => other.name === mode.name).length;
    if (twins === 0) return mode;
    report.push(`"${name}" has several modes "${mode.name}"; they are numbered.`);
    return { ...mode, name: `${mode.name} ${twins + 1}` };
  });
}

const groupExtension = ({ name, hiddenFromPublishing }: Collection, modes: readonly Mode[]): object => ({
  [extensionKey]: {
    collection: name,
    modes: modes.map((mode) => mode.name),
    ...(hiddenFromPublishing && { hiddenFromPublishing }),
  },
});

function tokenOf(
  variable: Variable,
  path: readonly string[],
  modes: readonly Mode[],
  paths: TokenPaths,
  report: string[],
): object | undefined {
  const aliasTo = (id: string): string | undefined => {
    const target = paths.tokens.get(id);
    return target && aliasOf(target);
  };
  const values = modes.flatMap(({ modeId, name }) => {
    const value = variable.values.get(modeId);
    const written = value === undefined ? { problem: 'is missing' } : writeValue(value, aliasTo);
    if ('value' in written) return [[name, written.value] as const];
    report.push(`"${variable.name}" in the mode "${name}" ${written.problem}.`);
    return [];
  });
  const [first, ...others] = values;
  if (first === undefined || first[0] !== modes[0]?.name) return undefined;
  const type = isFamily(variable) ? 'fontFamily' : tokenTypes[variable.type];
  if (['string', 'boolean'].includes(type))
    report.push(`"${variable.name}" has the type "${type}", which is not one of the format.`);
  return {
    $type: type,
    $value: first[1],
    ...(variable.description !== '' && { $description: variable.description }),
    ...tokenExtension(variable, path, Object.fromEntries(others)),
  };
}

const isFamily = ({ scopes }: Variable): boolean => scopes.length === 1 && scopes[0] === 'FONT_FAMILY';

/** What a token has no place for. Absent where there is nothing. */
function tokenExtension(variable: Variable, path: readonly string[], modes: object): object {
  const { name, scopes, codeSyntax, hiddenFromPublishing } = variable;
  const isAtPath = stepsOf(name).join('/') === name && path.slice(1).join('/') === name;
  const own = {
    ...(!isAtPath && { name }),
    ...(Object.keys(modes).length > 0 && { modes }),
    ...(scopes.join() !== 'ALL_SCOPES' && { scopes }),
    ...(Object.keys(codeSyntax).length > 0 && { codeSyntax }),
    ...(hiddenFromPublishing && { hiddenFromPublishing }),
  };
  return Object.keys(own).length === 0 ? {} : { $extensions: { [extensionKey]: own } };
}
