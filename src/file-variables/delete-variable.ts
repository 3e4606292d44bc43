import type { FileKey } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { applyChanges } from '../variables/apply-changes.ts';
import { changeAndFollow } from './change-and-follow.ts';
import { changeContextOf } from './change-context.ts';
import { currentVariables } from './current-variables.ts';
import { findEditedVariables } from './find-variables-file.ts';
import type { VariablesChanger } from './variables-changer.ts';

/**
 * Deletes a variable as the editor does, on any plan. While something refers to it, it stays, marked.
 *
 * @throws ApiError 403, 404
 * @see VAR-21, VAR-26
 */
export async function deleteVariable(
  { context, by }: VariablesChanger,
  { fileKey, variableId }: { readonly fileKey: FileKey; readonly variableId: string },
): Promise<void> {
  const file = await findEditedVariables(context.database, by, fileKey);
  await currentVariables(context, by, file);
  const changeContext = await changeContextOf(context, by, file);
  await changeAndFollow({ context, by }, file, {
    work: async (state) => {
      const changes = { variables: [{ action: 'DELETE', id: variableId }] };
      const applied = applyChanges(state, changes, {
        ...changeContext,
        newId: nothingNew,
        newKey: nothingNew,
      });
      if ('problems' in applied) throw notFound('Variable not found');
      return { state: applied.state, result: undefined };
    },
  });
}

function nothingNew(): never {
  throw new Error('a deletion makes nothing');
}
