import fc from 'fast-check';
import { alias, create, remove, update, value, variable } from './changes.suite.ts';
import type { localAnswerOf } from './local-answer.suite.ts';

export type Meta = ReturnType<typeof localAnswerOf>['meta'];
type Numbers = { a: number; b: number; c: number };

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];
const collectionIn = ({ variableCollections }: Meta, number: number): string =>
  pick(Object.keys(variableCollections), number) ?? 'nothing';
const variableIn = ({ variables }: Meta, number: number) => pick(Object.values(variables), number);
const colour = { r: 0, g: 0.5, b: 1 };
const literals = { BOOLEAN: false, FLOAT: 4, STRING: 'text', COLOR: colour };

/** Any mode, be it of an extension. */
function modeIn({ variableCollections }: Meta, number: number): string {
  const modes = Object.values(variableCollections).flatMap((collection) => collection.modes);
  return pick(modes, number)?.modeId ?? 'nothing';
}

/** A variable and a mode that it can have a value in. */
function placeIn(meta: Meta, { a, b }: Numbers): [variableId: string, modeId: string] {
  const variable = variableIn(meta, a);
  const family = Object.values(meta.variableCollections).filter(({ id, ...collection }) => {
    const rootId = 'rootVariableCollectionId' in collection ? collection.rootVariableCollectionId : undefined;
    return [id, rootId].includes(variable?.variableCollectionId);
  });
  const mode = pick(
    family.flatMap(({ modes }) => modes),
    b,
  );
  return [variable?.id ?? 'nothing', mode?.modeId ?? 'nothing'];
}

/** Mostly a variable that fits. */
function targetIn(meta: Meta, { a, c }: Numbers): string {
  const type = variableIn(meta, a)?.resolvedType;
  const all = Object.values(meta.variables);
  return pick(c % 9 ? all.filter(({ resolvedType }) => resolvedType === type) : all, c)?.id ?? 'nothing';
}

/** One change of each kind to what is there, with `id` as temporary id of what is new. */
const changes: Readonly<Record<string, (meta: Meta, numbers: Numbers, id: string) => object>> = {
  variableCollections: (_meta, _numbers, id) => create(id, { initialModeId: `${id} mode` }),
  'variableCollections ': (meta, { a }, id) =>
    create(id, { parentVariableCollectionId: collectionIn(meta, a) }),
  'variableCollections  ': (meta, { a }) => remove(collectionIn(meta, a)),
  variableModes: (meta, { a }, id) => create(id, { variableCollectionId: collectionIn(meta, a) }),
  'variableModes ': (meta, { a, b }) =>
    update(modeIn(meta, a), { name: 'renamed', variableCollectionId: collectionIn(meta, b) }),
  'variableModes  ': (meta, { a }) => remove(modeIn(meta, a)),
  variables: (meta, { a, b, c }, id) =>
    variable(id, c % 3 ? 'COLOR' : 'FLOAT', collectionIn(meta, a), { name: `name ${b % 9}` }),
  'variables ': (meta, { a, b }) => update(variableIn(meta, a)?.id ?? '', { name: `name ${b % 9}` }),
  'variables  ': (meta, { a }) => remove(variableIn(meta, a)?.id ?? ''),
  variableModeValues: (meta, numbers) =>
    value(...placeIn(meta, numbers), literals[variableIn(meta, numbers.a)?.resolvedType ?? 'FLOAT']),
  'variableModeValues ': (meta, numbers) => value(...placeIn(meta, numbers), null),
  'variableModeValues  ': (meta, numbers) => value(...placeIn(meta, numbers), alias(targetIn(meta, numbers))),
  'variableModeValues   ': (meta, numbers) =>
    value(...placeIn(meta, numbers), { color: alias(targetIn(meta, numbers)), opacity: 0.5 }),
};

const number = fc.nat(60);
export type Change = { kind: string } & Numbers;
/** A tuple is made in a fraction of the time of a record. */
const change = fc
  .tuple(fc.constantFrom(...Object.keys(changes)), number, number, number)
  .map(([kind, a, b, c]): Change => ({ kind, a, b, c }));

/** A body of these changes to what is there. */
export function bodyOf(meta: Meta, given: readonly Change[]): Record<string, object[]> {
  const body: Record<string, object[]> = {};
  for (const [index, { kind, ...numbers }] of given.entries()) {
    const list = kind.trim();
    body[list] = [...(body[list] ?? []), changes[kind]?.(meta, numbers, `new ${index}`) ?? {}];
  }
  return body;
}

const body = fc.array(change, { minLength: 1, maxLength: 2 });
/** Several bodies, of one or two changes each. */
export const bodies = fc.array(body, { maxLength: 25, size: 'max' });
export const fewBodies = fc.array(body, { minLength: 1, maxLength: 8, size: 'max' });
/** What the document refers to. */
export const bindings = fc.constantFrom(
  () => false,
  (id: string) => id.endsWith('5'),
);
