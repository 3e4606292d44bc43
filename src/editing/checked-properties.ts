import { type NodeProperties, nodeProperties, propertyProblem } from '../contract/node-properties.ts';
import { pluginKeys } from '../document/node-keys.ts';
import type { JsonRecord } from '../render/scene/json-values.ts';
import { EditRefused } from './edit.ts';

/** Where properties stand in what was sent, and of which type their node is. */
export interface CheckedPlace {
  /** As `/operations/3/properties`. */
  readonly place: string;
  readonly type: string;
  /** Members that are none of them. */
  readonly apart?: ReadonlySet<string>;
}

const deepest = 100;
/** Lists, maps and entries of maps in all that is given to a node at once: it is gone through in one step. */
const mostValues = 100_000;

/**
 * Properties that the contract takes, where those that are taken away are undefined. Nothing is read behind the first
 * wrong one: there may be hundreds of thousands.
 * @throws EditRefused with the path of the wrong one
 */
export function checkedProperties(properties: JsonRecord, at: CheckedPlace): JsonRecord {
  const known = nodeProperties(at.type);
  const checked: [string, unknown][] = [];
  const gone = { through: 0 };
  for (const key of Object.keys(properties)) {
    if (at.apart?.has(key)) continue;
    const value = properties[key];
    const path = () => `${pathOf(at.place)}.${key}`;
    if (pluginKeys.has(key)) throw new EditRefused(`"${path()}" is written by plugins alone.`);
    const isTooDeep = isDeeper(value, deepest, gone);
    if (gone.through > mostValues)
      throw new EditRefused(
        `Invalid value for "${path()}": with it the node is given more than ${mostValues.toLocaleString('en')} lists, maps and entries of maps at once.`,
      );
    if (isTooDeep)
      throw new EditRefused(`Invalid value for "${path()}": it is nested deeper than ${deepest} levels.`);
    checked.push([key, known === undefined ? value : checkedValue(known, { ...at, key, value, path })]);
  }
  return Object.fromEntries(checked);
}

interface CheckedValue extends CheckedPlace {
  readonly key: string;
  readonly value: unknown;
  /** Made for the sentence that names it. */
  readonly path: () => string;
}

function checkedValue({ schemas, required }: NodeProperties, checked: CheckedValue): unknown {
  const { key, value, path, type } = checked;
  const schema = schemas.get(key);
  if (schema === undefined)
    throw new EditRefused(`Unknown property "${path()}": nodes of the type ${type} have none of that name.`);
  const problem = propertyProblem(schema, checked);
  if (problem === undefined) return value;
  if (value !== null) throw new EditRefused(problem);
  if (required.has(key))
    throw new EditRefused(`"${path()}" cannot be taken away: every node of the type ${type} has it.`);
  return undefined;
}

/** `/operations/3/properties` as people write it. */
export const pathOf = (place: string): string =>
  place
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

/** Looks no further than there may be values. */
function isDeeper(value: unknown, levels: number, gone: { through: number }): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
  gone.through += Array.isArray(value) ? 1 : 1 + inner.length;
  for (const one of inner) {
    if (gone.through > mostValues) return false;
    if (isDeeper(one, levels - 1, gone)) return true;
  }
  return false;
}
