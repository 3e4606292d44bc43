/** Ids of the variables of a tenant's files. */
export const collectionId = 'VariableCollectionId:77:0';
export const modeIds = ['77:10', '77:11'] as const;
export const variableIds = ['VariableID:77:1', 'VariableID:77:2', 'VariableID:77:3'] as const;

/** A collection of two modes and three types, as an answer of getLocalVariables; names and keys hold the mark. */
export function variablesNamed(mark: string): object {
  const [color, size, word] = variableIds;
  const ink = { r: 0, g: 0, b: 0, a: 1 };
  const values = [
    [color, 'COLOR', [ink, { ...ink, r: 1 }]],
    [size, 'FLOAT', [4, 8]],
    [word, 'STRING', [mark, `${mark} dark`]],
  ] as const;
  const variables = values.map(([id, resolvedType, given]) => ({
    id,
    name: `${resolvedType} ${mark}`,
    key: `${mark}${resolvedType}`,
    variableCollectionId: collectionId,
    resolvedType,
    remote: false,
    description: mark,
    hiddenFromPublishing: false,
    scopes: ['ALL_SCOPES'],
    codeSyntax: {},
    valuesByMode: { [modeIds[0]]: given[0], [modeIds[1]]: given[1] },
  }));
  const collection = {
    id: collectionId,
    name: `Theme ${mark}`,
    key: `${mark}theme`,
    remote: false,
    modes: modeIds.map((modeId, index) => ({ modeId, name: `Mode ${index} ${mark}` })),
    defaultModeId: modeIds[0],
    hiddenFromPublishing: false,
    variableIds,
  };
  const byId = <Thing extends { id: string }>(things: readonly Thing[]) =>
    Object.fromEntries(things.map((thing) => [thing.id, thing]));
  return { meta: { variables: byId(variables), variableCollections: byId([collection]) } };
}
