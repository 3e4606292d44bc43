import type { OwnNode } from '../code/own-node.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type { Answer } from '../contract/calls.ts';
import { type Ask, Refused, TooLarge } from './ask.ts';

export type Variables = Answer<'GET /v1/files/{file_key}/variables/local'>['meta'];

/** @throws Refused */
export async function readVariables(ask: Ask, fileKey: string): Promise<Variables> {
  const path = { file_key: fileKeyOf(fileKey) };
  try {
    return (await ask.call('GET /v1/files/{file_key}/variables/local', { path })).meta;
  } catch (error) {
    throw error instanceof TooLarge ? tooManyVariables(fileKey) : error;
  }
}

const tooManyVariables = (fileKey: string): Refused =>
  new Refused(
    `The variables of this file are more than is read at once. GET /v1/files/${fileKey}/variables/local answers them all.`,
  );

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
