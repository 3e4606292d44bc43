import type { Context } from '../../context.ts';
import type { Operations } from '../../contract/contract.ts';
import { type HeldVariable, variablesById } from '../../file-variables/variables-by-id.ts';
import type { Viewed } from '../../sites/viewed-pages-store.ts';

type VariableRecord = NonNullable<Operations['getViewerNode']['answer']['variables']>[number];

const idInText = /"(VariableID:[^"\\]{1,200})"/g;
/** More than these no panel shows. */
const mostVariables = 200;

/** The variables that the text of a node names, for the file's readers. */
export async function variableRecords(
  context: Context,
  { file, role }: Viewed,
  text: string,
): Promise<VariableRecord[]> {
  if (role === undefined) return [];
  const ids = new Set([...text.matchAll(idInText)].map(([, id]) => id as string));
  if (ids.size === 0) return [];
  const held = await variablesById(context, file.key, [...ids].slice(0, mostVariables));
  return held.map(variableRecord);
}

function variableRecord({ variable, collection, aliased }: HeldVariable): VariableRecord {
  return {
    id: variable.id,
    name: variable.name,
    type: variable.type,
    collection: collection.name,
    values: collection.modes.map(({ modeId, name }) => {
      const value = variable.values.get(modeId) ?? null;
      const alias =
        typeof value === 'object' && value !== null && 'id' in value ? aliased.get(value.id) : undefined;
      return { mode: name, value, ...(alias === undefined ? {} : { alias }) };
    }),
  };
}
