import type { RemoteVariable } from './draft.ts';
import { persistentMap } from './persistent-map.ts';
import type { Publication } from './published-variables.ts';
import type { Collection, Extension } from './state.ts';
import { type Value, withAliases } from './values.ts';

/** Finds variables of a published library by `subscribed_id`, as a file that uses it sees them. @see VAR-20 */
export function subscribedVariables(
  publication: Publication,
): (subscribedId: string) => RemoteVariable | undefined {
  const { state } = publication;
  const { ownIds, outside } = namesOf(publication);
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

/**
 * Finds collections of a published library by `subscribed_id`, as a file that uses it sees them: the one at the top
 * that it extends first, itself last.
 */
export function subscribedCollections(publication: Publication): (subscribedId: string) => Collection[] {
  const { state } = publication;
  const { ownIds, outside } = namesOf(publication);
  return (subscribedId) => {
    const found: Collection[] = [];
    let collection = state.collections.get(ownIds.get(subscribedId) ?? '');
    while (collection !== undefined) {
      found.unshift(remoteCollection(collection, outside));
      collection = collection.extension && state.collections.get(collection.extension.parentId);
    }
    return found;
  };
}

function namesOf({ marks }: Publication) {
  return {
    ownIds: new Map([...marks].map(([id, { subscribedId }]) => [subscribedId, id])),
    outside: (id: string): string => marks.get(id)?.subscribedId ?? id,
  };
}

/** What extends it is added when a file begins to use that. */
function remoteCollection(collection: Collection, outside: (id: string) => string): Collection {
  const { extension } = collection;
  return {
    ...collection,
    id: outside(collection.id),
    remote: true,
    variableIds: collection.variableIds.map(outside),
    names: new Map([...collection.names].map(([name, id]) => [name, outside(id)] as const)),
    deletedIds: new Set([...collection.deletedIds].map(outside)),
    extensionIds: [],
    ...(extension && { extension: remoteExtension(extension, outside) }),
  };
}

function remoteExtension(extension: Extension, outside: (id: string) => string): Extension {
  const overrides = [...extension.overrides].map(
    ([id, values]) => [outside(id), renamed(values, outside)] as const,
  );
  return {
    parentId: outside(extension.parentId),
    rootId: outside(extension.rootId),
    overrides: persistentMap(overrides),
    inheritedIds: extension.inheritedIds.map(outside),
  };
}

const renamed = (values: ReadonlyMap<string, Value>, outside: (id: string) => string): Map<string, Value> =>
  new Map([...values].map(([modeId, value]) => [modeId, withAliases(value, outside)]));
