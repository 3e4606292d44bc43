import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Collection, Variable } from '../variables/state.ts';
import { writtenVariables } from './variables-state-store.ts';

/** A variable with the collection that holds it. */
export interface HeldVariable {
  readonly variable: Variable;
  readonly collection: Collection;
  /** Names of variables that its values are aliases of, by their ids. */
  readonly aliased: ReadonlyMap<string, string>;
}

/** Variables that a file has now, as far as it has those of the ids. */
export async function variablesById(
  context: Pick<Context, 'database' | 'variables'>,
  file: FileKey,
  ids: Iterable<string>,
): Promise<HeldVariable[]> {
  const { state } = await writtenVariables(context, file);
  return [...new Set(ids)].flatMap((id) => {
    const variable = state.variables.get(id);
    const collection = variable && state.collections.get(variable.collectionId);
    if (variable === undefined || collection === undefined) return [];
    const aliases = [...variable.values.values()].flatMap((value) =>
      typeof value === 'object' && 'id' in value ? [value.id] : [],
    );
    const aliased = new Map(aliases.map((alias) => [alias, state.variables.get(alias)?.name ?? alias]));
    return [{ variable, collection, aliased }];
  });
}
