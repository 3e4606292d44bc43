import { bytesBody } from '../../content/byte-body.ts';
import { currentVariables } from '../../file-variables/current-variables.ts';
import { findVariablesFile } from '../../file-variables/find-variables-file.ts';
import type { Handler } from '../../operation.ts';

/**
 * The collections and variables of a file: its own, and those of libraries that it uses.
 *
 * @see VAR-05…VAR-26
 */
export const getLocalVariables: Handler<'getLocalVariables'> = async ({ caller, path }, context) => {
  const file = await findVariablesFile(context.database, caller, path.file_key, 'read');
  const { answer, revision } = await currentVariables(context, caller, file);
  const bytes = await answer();
  return {
    body: bytesBody(bytes),
    contentType: 'application/json; charset=utf-8',
    etag: `variables-${revision}`,
  };
};
