// biome-ignore lint/suspicious/noExplicitAny: bodies and values are JSON
export type Json = any;

export interface Mode {
  modeId: string;
  name: string;
  parentModeId?: string;
}
export interface Collection {
  id: string;
  name: string;
  key: string;
  modes: Mode[];
  defaultModeId: string;
  variableIds: string[];
  deleted: boolean;
  parentId?: string;
  overrides: Record<string, Record<string, Json>>;
}
export interface Variable {
  id: string;
  name: string;
  key: string;
  collectionId: string;
  type: string;
  values: Record<string, Json>;
  deleted: boolean;
}

export interface NaiveState {
  collections: Collection[];
  variables: Variable[];
}

export interface NaiveContext {
  newId(): string;
  newKey(): string;
  isBound(id: string): boolean;
}

export const naiveEmpty: NaiveState = { collections: [], variables: [] };

export class Refused extends Error {}
export function must(condition: unknown): asserts condition {
  if (!condition) throw new Refused();
}

export function live(state: NaiveState, id: string): Collection {
  const found = state.collections.find((collection) => collection.id === id && !collection.deleted);
  must(found);
  return found;
}

export function liveVariable(state: NaiveState, id: string): Variable {
  const found = state.variables.find((variable) => variable.id === id && !variable.deleted);
  must(found);
  return found;
}

export const childrenOf = (state: NaiveState, { id }: Collection) =>
  state.collections.filter(({ parentId }) => parentId === id);
export const familyOf = (state: NaiveState, collection: Collection): Collection[] => [
  collection,
  ...childrenOf(state, collection).flatMap((child) => familyOf(state, child)),
];
