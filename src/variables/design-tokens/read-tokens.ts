import type { Collection, VariablesState } from '../state.ts';
import type { VariableType } from '../values.ts';
import { type FoundCollection, type FoundToken, foundCollections, TokensRefused } from './found-tokens.ts';
import { aliasOf } from './token-paths.ts';
import { aliasIn, isObject, type Read, readValue } from './token-values.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Changes in the form of postVariables. */
export interface TokenChanges {
  readonly variableCollections: Entry[];
  readonly variableModes: Entry[];
  readonly variables: Entry[];
  readonly variableModeValues: Entry[];
}

export interface ReadTokens {
  readonly changes: TokenChanges;
  /** A sentence for each thing that was changed or left out. */
  readonly report: readonly string[];
}

/**
 * Reads design tokens as changes of what a file has: collections, modes and variables of the same name are
 * changed, others made, and nothing is deleted.
 *
 * @param options `collection` takes the tokens that name none; `mode` is the mode that `$value` is of
 * @throws TokensRefused
 */
export function readTokens(
  tokens: unknown,
  state: VariablesState,
  options: { collection: string; mode?: string | undefined },
): ReadTokens {
  if (!isObject(tokens)) throw new TokensRefused('Design tokens are a JSON object.');
  const reading = begin(foundCollections(tokens, options.collection));
  if (reading.places.size === 0) throw new TokensRefused('There is no token in it: nothing has a "$value".');
  for (const [index, found] of reading.collections.entries()) {
    const existing = [...state.collections]
      .map(([, one]) => one)
      .find(({ name, remote, extension }) => name === found.name && !remote && extension === undefined);
    const id = existing?.id ?? `collection ${index + 1}`;
    const modes = modesFor(reading, found, id, existing, options.mode);
    for (const token of found.tokens) addToken(reading, state, token, { found, id, existing, modes });
  }
  addValues(reading);
  return { changes: reading.changes, report: reading.report };
}

interface Reading {
  readonly collections: readonly FoundCollection[];
  /** By alias. */
  readonly places: ReadonlyMap<string, FoundToken>;
  /** Id of what a token became, with its type and its values by id of the mode. */
  readonly made: Map<
    FoundToken,
    { id: string; type: VariableType; values: [modeId: string, value: unknown][] }
  >;
  readonly changes: TokenChanges;
  readonly report: string[];
}

function begin(collections: readonly FoundCollection[]): Reading {
  const tokens = collections.flatMap((collection) => collection.tokens);
  return {
    collections,
    places: new Map(tokens.map((token) => [aliasOf(token.path), token])),
    made: new Map(),
    changes: { variableCollections: [], variableModes: [], variables: [], variableModeValues: [] },
    report: [],
  };
}

/** Name to id of the modes that a collection has values for; the first is that of `$value`. */
function modesFor(
  { changes }: Reading,
  { name, modes, hiddenFromPublishing }: FoundCollection,
  id: string,
  existing: Collection | undefined,
  wanted: string | undefined,
): Map<string, string> {
  const present = existing?.modes ?? [];
  const first = present.find(({ modeId }) => modeId === existing?.defaultModeId)?.name ?? 'Mode 1';
  const names = wanted !== undefined ? [wanted] : modes.length > 0 ? [...new Set(modes)] : [first];
  const initial = `${id} mode`;
  if (existing === undefined) {
    changes.variableCollections.push({
      action: 'CREATE',
      id,
      name,
      initialModeId: initial,
      hiddenFromPublishing,
    });
    changes.variableModes.push({ action: 'UPDATE', id: initial, name: names[0], variableCollectionId: id });
  }
  return new Map(
    names.map((mode, index) => {
      const known = present.find((one) => one.name === mode)?.modeId;
      if (known !== undefined) return [mode, known];
      if (existing === undefined && index === 0) return [mode, initial];
      const modeId = `${id} mode ${index + 1}`;
      changes.variableModes.push({ action: 'CREATE', id: modeId, name: mode, variableCollectionId: id });
      return [mode, modeId];
    }),
  );
}

interface Into {
  readonly found: FoundCollection;
  readonly id: string;
  readonly existing: Collection | undefined;
  readonly modes: ReadonlyMap<string, string>;
}

function addToken(reading: Reading, state: VariablesState, token: FoundToken, into: Into): void {
  const { changes, report, made } = reading;
  const type = typeOf(reading, token);
  if (typeof type !== 'string') return void report.push(sentence(token, type.problem));
  const name = nameOf(token, into.found);
  const known = state.variables.get(into.existing?.names.get(name) ?? '');
  if (known !== undefined && known.type !== type)
    return void report.push(sentence(token, `is ${type}, but the variable "${name}" is ${known.type}`));
  const id = known?.id ?? `variable ${made.size + 1}`;
  const { scopes, codeSyntax, hiddenFromPublishing } = token.own;
  const settings = { scopes, codeSyntax, hiddenFromPublishing, description: token.description };
  if (known === undefined) {
    const begun = { action: 'CREATE', id, name, variableCollectionId: into.id, resolvedType: type };
    changes.variables.push({ ...begun, ...settings });
  } else changes.variables.push({ action: 'UPDATE', id, ...settings });
  const [first = '', ...others] = into.modes.keys();
  const more = isObject(token.own.modes) ? token.own.modes : {};
  const named = [
    [first, token.value],
    ...others.filter((mode) => Object.hasOwn(more, mode)).map((mode) => [mode, more[mode]]),
  ];
  made.set(token, {
    id,
    type,
    values: named.map(([mode, value]) => [into.modes.get(mode as string) ?? '', value]),
  });
}

/** The name that it was written from, or its place below its collection. */
function nameOf({ path, own }: FoundToken, { stepsAbove }: FoundCollection): string {
  if (typeof own.name === 'string') return own.name;
  return (path.at(-1) === '$root' ? path.slice(0, -1) : path).slice(stepsAbove).join('/');
}

/** Resolves a token through aliases. */
function typeOf({ places }: Reading, token: FoundToken): VariableType | { problem: string } {
  const seen = new Set<FoundToken>();
  for (let next: FoundToken | undefined = token; ; ) {
    if (next === undefined)
      return { problem: `aliases ${String(token.value).slice(0, 100)}, which is not in the file` };
    if (seen.has(next)) return { problem: 'aliases itself' };
    seen.add(next);
    const alias = aliasIn(next.value);
    if (alias === undefined) {
      const read = readValue(next.type, next.value);
      return 'problem' in read ? read : read.type;
    }
    next = places.get(alias);
  }
}

function addValues(reading: Reading): void {
  const { made, changes, report } = reading;
  for (const [token, { id, type, values }] of made) {
    for (const [modeId, raw] of values) {
      const read = valueIn(reading, token, raw);
      if ('problem' in read) report.push(sentence(token, read.problem));
      else if (read.type !== type)
        report.push(sentence(token, `is ${type}, but has a value that is ${read.type}`));
      else changes.variableModeValues.push({ variableId: id, modeId, value: read.value });
      if ('note' in read && read.note !== undefined) report.push(sentence(token, read.note));
    }
  }
}

function valueIn({ places, made }: Reading, { type }: FoundToken, raw: unknown): Read {
  const alias = aliasIn(raw);
  if (alias === undefined) return readValue(type, raw);
  const target = places.get(alias);
  const found = target && made.get(target);
  if (found === undefined) return { problem: `aliases ${alias.slice(0, 100)}, which was not taken` };
  return { type: found.type, value: { type: 'VARIABLE_ALIAS', id: found.id } };
}

const sentence = ({ path }: FoundToken, reason: string): string =>
  `${path.join('.').slice(0, 200)} ${reason}.`;
