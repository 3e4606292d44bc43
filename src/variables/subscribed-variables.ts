import type { RemoteVariable } from './draft.ts';
import type { Publication } from './published-variables.ts';
import type { Collection } from './state.ts';
import { type Value, withAliases } from './values.ts';

/** Finds variables of a published library by `subscribed_id`, as a file that uses it sees them. @see VAR-20 */
export function subscribedVariables(
  publication: Publication,
): (subscribedId: string) => RemoteVariable | undefined {
  const { state, marks } = publication;
  const ownIds = new Map([...marks].map(([id, { subscribedId }]) => [subscribedId, id]));
  const outside = (id: string): string => marks.get(id)?.subscribedId ?? id;
  const collections = new Map<string, Collection>();
  const seenFromOutside = (collection: Collection): Collection => {
    const known = collections.get(collection.id) ?? remoteCollection(collection, outside);
    collections.set(collection.id, known);
    return known;
  };
  return (subscribedId) => {
    const variable = state.variables.get(ownIds.get(subscribedId) ?? '');
    const collection = variable && state.collections.get(variable.collectionId);
    if (variable === undefined || collection === undefined) return undefined;
    return {
      variable: {
        ...variable,
        id: subscribedId,
        collectionId: outside(collection.id),
        remote: true,
        values: renamed(variable.values, outside),
      },
      collection: seenFromOutside(collection),
    };
  };
}

/** Variables stand in collections that extend nothing; extensions stay in the library. */
function remoteCollection(collection: Collection, outside: (id: string) => string): Collection {
  return {
    ...collection,
    id: outside(collection.id),
    remote: true,
    variableIds: collection.variableIds.map(outside),
    names: new Map([...collection.names].map(([name, id]) => [name, outside(id)] as const)),
    deletedIds: new Set([...collection.deletedIds].map(outside)),
    extensionIds: [],
  };
}

const renamed = (values: ReadonlyMap<string, Value>, outside: (id: string) => string): Map<string, Value> =>
  new Map([...values].map(([modeId, value]) => [modeId, withAliases(value, outside)]));
