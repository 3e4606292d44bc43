import type { OwnNode } from '../code/own-node.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type { Answer } from '../contract/calls.ts';
import { type Ask, TooLarge } from './ask.ts';

export type Variables = Answer<'GET /v1/files/{file_key}/variables/local'>['meta'];

const local = 'GET /v1/files/{file_key}/variables/local';

/** @throws Refused */
export async function readVariables(ask: Ask, fileKey: string): Promise<Variables> {
  return (await ask.call(local, { path: { file_key: fileKeyOf(fileKey) } })).meta;
}

/** Ids of one call: an address takes no more of the longest. What is bound to something longer is bound to nothing. */
const idsPerCall = 100;
const isId = (id: string): boolean => /^[\w:./-]{1,100}$/.test(id);

/** Aliases that go further than this go round in a circle. */
export const mostAliases = 20;

export interface ReadVariables extends Variables {
  /** How many were not asked for. */
  readonly unread: number;
}

/**
 * All variables of a file or, where these are more than is read, the first of some ids with what they are aliases of.
 * @throws Refused
 */
export async function readVariablesOf(
  ask: Ask,
  fileKey: string,
  { ids, most }: { readonly ids: ReadonlySet<string>; readonly most: number },
): Promise<ReadVariables> {
  try {
    return { ...(await readVariables(ask, fileKey)), unread: 0 };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
  }
  const read = await readById(ask, fileKey, [...ids].slice(0, most));
  return { ...read, unread: Math.max(0, ids.size - most) };
}

async function readById(ask: Ask, fileKey: string, ids: readonly string[]): Promise<Variables> {
  const read = { variables: {}, variableCollections: {} } as Variables;
  const asked = new Set<string>();
  let wanted = ids.filter(isId);
  for (let steps = 0; wanted.length > 0 && steps <= mostAliases; steps += 1) {
    for (let from = 0; from < wanted.length; from += idsPerCall) {
      const some = wanted.slice(from, from + idsPerCall);
      const query = { ids: some.join(',') };
      const { meta } = await ask.call(local, { path: { file_key: fileKeyOf(fileKey) }, query });
      Object.assign(read.variables, meta.variables);
      Object.assign(read.variableCollections, meta.variableCollections);
    }
    for (const id of wanted) asked.add(id);
    wanted = aliasedIn(read, wanted).filter((id) => isId(id) && !asked.has(id));
  }
  return read;
}

/** What the values of some variables are aliases of, each once. */
function aliasedIn({ variables }: Variables, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => idsIn(Object.values(variables[id]?.valuesByMode ?? {}))))];
}

/** What the properties of a node are bound to: property and id of the variable. */
export function aliasesOf(node: OwnNode): [property: string, id: string][] {
  const { fills = [], strokes = [], effects = [] } = node;
  const tables = [
    node.boundVariables ?? {},
    ...Object.entries({ fills, strokes, effects }).flatMap(([property, all]) =>
      all.map((paint) => ({ [property]: (paint as OwnNode).boundVariables })),
    ),
  ];
  const pairs = tables.flatMap((table) =>
    Object.entries(table).flatMap(([property, value]) =>
      idsIn(value).map((id): [string, string] => [property, id]),
    ),
  );
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { type, id } = value as { type?: unknown; id?: unknown };
  if (type === 'VARIABLE_ALIAS' && typeof id === 'string') return [id];
  return Object.values(value).flatMap(idsIn);
}
