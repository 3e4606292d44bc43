/** Four lists of changes, as they are sent. */
export type ChangesBody = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const modes = ['light', 'dark', 'contrast', 'print'];

/** Changes that make one collection of 5,000 colours in four modes, every tenth an alias: just under 4 MB. */
export function variablesBody(): ChangesBody {
  const ids = Array.from({ length: 5000 }, (_, index) => `v${index}`);
  const colour = (index: number, mode: number) => ({ r: (index % 256) / 255, g: mode / 4, b: 0.5, a: 1 });
  return {
    variableCollections: [{ action: 'CREATE', id: 'theme', name: 'Theme', initialModeId: 'light' }],
    variableModes: modes
      .slice(1)
      .map((id) => ({ action: 'CREATE', id, name: id, variableCollectionId: 'theme' })),
    variables: ids.map((id, index) => ({
      action: 'CREATE',
      id,
      name: `colour/${index % 50}/${id}`,
      variableCollectionId: 'theme',
      resolvedType: 'COLOR',
      scopes: ['ALL_SCOPES'],
      description: `Used for surfaces of level ${index % 50}. `.repeat(9),
    })),
    variableModeValues: ids.flatMap((variableId, index) =>
      modes.map((modeId, mode) => ({
        variableId,
        modeId,
        value:
          index % 10 === 9 && mode === 0
            ? { type: 'VARIABLE_ALIAS', id: ids[index - 1] }
            : colour(index, mode),
      })),
    ),
  };
}
