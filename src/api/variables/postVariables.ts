import { postVariableChanges } from '../../file-variables/post-variable-changes.ts';
import type { Handler } from '../../operation.ts';

/**
 * Applies four lists of changes as one: all of them, or none with the reasons.
 *
 * @see VAR-27…VAR-80, EXT-08…EXT-22
 */
export const postVariables: Handler<'postVariables'> = async ({ caller, path, body }, context) => {
  const tempIdToRealId = await postVariableChanges({ context, by: caller }, path.file_key, body);
  return { json: { status: 200, error: false, meta: { tempIdToRealId } } };
};
