import { notFound } from '../../errors.ts';
import { changeAndFollow } from '../../file-variables/change-and-follow.ts';
import { findEditedVariables } from '../../file-variables/find-variables-file.ts';
import { currentVariables, surroundings } from '../../file-variables/surroundings.ts';
import type { Handler } from '../../operation.ts';
import { applyChanges } from '../../variables/apply-changes.ts';

/**
 * Deletes a variable as the editor does, on any plan. While something refers to it, it stays, marked.
 *
 * @see VAR-21, VAR-26
 */
export const deleteFileVariable: Handler<'deleteFileVariable'> = async ({ caller, path }, context) => {
  const file = await findEditedVariables(context.database, caller, path.file_key);
  await currentVariables(context, caller, file);
  const around = await surroundings(context, caller, file);
  await changeAndFollow(context, caller, file, async (state) => {
    const changes = { variables: [{ action: 'DELETE', id: path.variable_id }] };
    const applied = applyChanges(state, changes, { ...around, newId: nothingNew, newKey: nothingNew });
    if ('problems' in applied) throw notFound('Variable not found');
    return { state: applied.state, result: undefined };
  });
  return { json: { status: 200, error: false } };
};

function nothingNew(): never {
  throw new Error('a deletion makes nothing');
}
