import {
  childrenOf,
  familyOf,
  type Json,
  liveVariable,
  must,
  type NaiveContext,
  type NaiveState,
  type Variable,
} from './naive-state.suite.ts';

export function setValue(state: NaiveState, variable: Variable, modeId: string, value: Json): void {
  const own = state.collections.filter(({ id }) => id === variable.collectionId);
  const family = own.flatMap((collection) => familyOf(state, collection));
  const owner = family.find(({ modes }) => modes.some((mode) => mode.modeId === modeId));
  must(owner && !owner.deleted);
  const isOverride = owner.parentId !== undefined;
  must(value !== null || isOverride);
  if (value !== null) checkValue(state, variable, value);
  owner.overrides[variable.id] ??= {};
  const values = isOverride ? (owner.overrides[variable.id] ?? {}) : variable.values;
  if (value === null) delete values[modeId];
  else values[modeId] = isColor(value) ? { a: 1, ...value } : value;
}

const isAlias = (value: Json): boolean => value?.type === 'VARIABLE_ALIAS';
const isColor = (value: Json): boolean => typeof value?.r === 'number';
const parts = (type: string, value: Json): { id: string; type: string }[] => {
  if (isAlias(value)) return [{ id: value.id, type }];
  if (typeof value !== 'object' || !('color' in value)) return [];
  return isAlias(value.color) ? [{ id: value.color.id, type: 'COLOR' }] : [];
};

function checkValue(state: NaiveState, variable: Variable, value: Json): void {
  const plain = { BOOLEAN: 'boolean', FLOAT: 'number', STRING: 'string', COLOR: 'object' }[variable.type];
  must(isAlias(value) || typeof value === plain);
  for (const { id, type } of parts(variable.type, value)) {
    must(liveVariable(state, id).type === type);
    must(!reaches(state, id, variable.id));
  }
}

/** Everything that a variable aliases in any mode of any collection. */
function targetsOf(state: NaiveState, { id, type, values }: Variable): string[] {
  const overrides = state.collections.flatMap((collection) => Object.values(collection.overrides[id] ?? {}));
  return [...Object.values(values), ...overrides].flatMap((value) =>
    parts(type, value).map((part) => part.id),
  );
}

function reaches(state: NaiveState, from: string, to: string): boolean {
  if (from === to) return true;
  const variable = state.variables.find(({ id }) => id === from);
  return variable !== undefined && targetsOf(state, variable).some((id) => reaches(state, id, to));
}

/** Lets go of deleted things that nothing refers to, until there are none. */
export function forget(state: NaiveState, { isBound }: NaiveContext): void {
  for (;;) {
    const aliased = new Set(state.variables.flatMap((variable) => targetsOf(state, variable)));
    const gone = state.variables.find(({ id, deleted }) => deleted && !aliased.has(id) && !isBound(id));
    const empty = state.collections.find(
      (one) =>
        one.deleted &&
        !isBound(one.id) &&
        childrenOf(state, one).length === 0 &&
        state.variables.every(({ collectionId }) => collectionId !== one.id),
    );
    if (gone === undefined && empty === undefined) return;
    state.variables = state.variables.filter((variable) => variable !== gone);
    state.collections = state.collections.filter((collection) => collection !== empty);
    for (const { overrides } of state.collections) if (gone) delete overrides[gone.id];
  }
}

export function withRealIds(value: Json, real: (id: string) => string): Json {
  if (isAlias(value)) return { ...value, id: real(value.id) };
  return value?.color === undefined ? value : { ...value, color: withRealIds(value.color, real) };
}
