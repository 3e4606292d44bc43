import { isDeepStrictEqual } from 'node:util';
import { type Json, type JsonRecord, recordOf } from '../../render/scene/json-values.ts';
import { isAlias } from '../values.ts';
import type { FollowedValue, FollowedValues } from './followed-value.ts';

/** The properties that get other values; undefined where a value does not fit them. */
export type Follow = (owner: JsonRecord, followed: FollowedValue) => JsonRecord | undefined;

/** Something of a node that has bindings of its own, and what is inside of it. */
export interface Kind {
  /** By the field that is bound. */
  readonly fields?: Readonly<Record<string, Follow>>;
  /** Bindings that are read together, because one property shows all of them. */
  readonly together?: readonly ((owner: JsonRecord, values: FollowedValues) => JsonRecord | undefined)[];
  readonly objects?: Readonly<Record<string, Kind>>;
  readonly lists?: Readonly<Record<string, Kind>>;
  /** Objects whose keys are names. */
  readonly maps?: Readonly<Record<string, Kind>>;
}

/** The object with every value that follows; the same one where nothing does. */
export function followKind(kind: Kind, owner: JsonRecord, values: FollowedValues): JsonRecord {
  const { fields = {}, together = [], objects = {}, lists = {}, maps = {} } = kind;
  let result = owner;
  for (const [field, binding] of Object.entries(recordOf(owner.boundVariables) ?? {})) {
    const follow = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const followed = follow && followedBy(binding, values);
    if (followed !== undefined) result = changed(result, follow?.(result, followed));
  }
  for (const follow of together) result = changed(result, follow(result, values));
  for (const [key, inner] of Object.entries(objects))
    result = replaced(result, key, followObject(inner, result[key], values));
  for (const [key, inner] of Object.entries(lists))
    result = replaced(result, key, followList(inner, result[key], values));
  for (const [key, inner] of Object.entries(maps))
    result = replaced(result, key, followMap(inner, result[key], values));
  return result;
}

/** Of a list, only one with a single binding says what it is bound to. */
function followedBy(binding: Json, values: FollowedValues): FollowedValue | undefined {
  const alias = Array.isArray(binding) && binding.length === 1 ? binding[0] : binding;
  return isAlias(alias) ? values(alias.id) : undefined;
}

function changed(owner: JsonRecord, changes: JsonRecord | undefined): JsonRecord {
  let result = owner;
  for (const [key, value] of Object.entries(changes ?? {})) result = replaced(result, key, value);
  return result;
}

const replaced = (owner: JsonRecord, key: string, value: Json): JsonRecord =>
  value === owner[key] || isDeepStrictEqual(value, owner[key]) ? owner : { ...owner, [key]: value };

function followObject(kind: Kind, value: Json, values: FollowedValues): Json {
  const record = recordOf(value);
  return record === undefined ? value : followKind(kind, record, values);
}

const followList = (kind: Kind, value: Json, values: FollowedValues): Json =>
  Array.isArray(value) ? value.map((entry) => followObject(kind, entry, values)) : value;

function followMap(kind: Kind, value: Json, values: FollowedValues): Json {
  const record = recordOf(value);
  if (record === undefined) return value;
  const entries = Object.entries(record);
  return Object.fromEntries(entries.map(([name, entry]) => [name, followObject(kind, entry, values)]));
}
