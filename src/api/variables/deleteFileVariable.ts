import { deleteVariable } from '../../file-variables/delete-variable.ts';
import type { Handler } from '../../operation.ts';

/** Deletes a variable as the editor does. */
export const deleteFileVariable: Handler<'deleteFileVariable'> = async ({ caller, path }, context) => {
  const { file_key: fileKey, variable_id: variableId } = path;
  await deleteVariable({ context, by: caller }, { fileKey, variableId });
  return { json: { status: 200, error: false } };
};
