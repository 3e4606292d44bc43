import type { Collection, Variable } from './state.ts';
import { defaultValues } from './values.ts';

/**
 * The variable with a value for each mode of its collection: where it has none, that of the default mode.
 *
 * @see VAR-13, VAR-76, B15
 */
export function withAllValues(variable: Variable, collection: Collection | undefined): Variable {
  const missing = collection?.modes.filter(({ modeId }) => !variable.values.has(modeId)) ?? [];
  if (collection === undefined || variable.remote || missing.length === 0) return variable;
  const value = variable.values.get(collection.defaultModeId) ?? defaultValues[variable.type];
  const added = missing.map(({ modeId }) => [modeId, value] as const);
  return { ...variable, values: new Map([...variable.values, ...added]) };
}
