import type { Collection, NaiveState } from './naive-state.suite.ts';
import type { Meta } from './random-changes.suite.ts';

/** The naive state as the engine prints its own. */
export function naiveMeta({ collections, variables }: NaiveState): Meta {
  const idsOf = (collection: Collection): string[] => {
    const parent = collections.find(({ id }) => id === collection.parentId);
    return parent === undefined ? collection.variableIds : idsOf(parent);
  };
  const rootOf = (collection: Collection): string => {
    const parent = collections.find(({ id }) => id === collection.parentId);
    return parent === undefined ? collection.id : rootOf(parent);
  };
  const extension = (collection: Collection) =>
    collection.parentId !== undefined && {
      parentVariableCollectionId: collection.parentId,
      rootVariableCollectionId: rootOf(collection),
      inheritedVariableIds: idsOf(collection),
      localVariableIds: [],
      variableOverrides: Object.fromEntries(
        Object.entries(collection.overrides).filter(([, values]) => Object.keys(values).length > 0),
      ),
    };
  const printedCollections = collections.map((collection) => ({
    id: collection.id,
    name: collection.name,
    key: collection.key,
    remote: false,
    hiddenFromPublishing: false,
    modes: collection.modes,
    defaultModeId: collection.defaultModeId,
    variableIds: idsOf(collection),
    isExtension: collection.parentId !== undefined,
    ...extension(collection),
    deletedButReferenced: collection.deleted,
  }));
  const printedVariables = variables.map((variable) => ({
    id: variable.id,
    name: variable.name,
    remote: false,
    key: variable.key,
    description: '',
    variableCollectionId: variable.collectionId,
    resolvedType: variable.type,
    hiddenFromPublishing: false,
    valuesByMode: variable.values,
    scopes: ['ALL_SCOPES'],
    codeSyntax: {},
    ...(variable.deleted && { deletedButReferenced: true }),
  }));
  const byId = <T extends { id: string }>(things: readonly T[]) =>
    Object.fromEntries(things.map((thing) => [thing.id, thing]));
  return {
    variables: byId(printedVariables),
    variableCollections: byId(printedCollections),
  } as unknown as Meta;
}
