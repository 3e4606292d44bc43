import { bytesBody } from '../../content/byte-body.ts';
import { listOf } from '../../contract/comma-lists.ts';
import { currentVariables } from '../../file-variables/current-variables.ts';
import { findVariablesFile } from '../../file-variables/find-variables-file.ts';
import { printedVariables } from '../../file-variables/local-variables.ts';
import type { Handler } from '../../operation.ts';
import { partOf } from '../../variables/part-of-variables.ts';

/**
 * The collections and variables of a file: its own, and those of libraries that it uses. With ids those variables.
 *
 * @see VAR-05…VAR-26
 */
export const getLocalVariables: Handler<'getLocalVariables'> = async ({ caller, path, query }, context) => {
  const file = await findVariablesFile(context.database, caller, path.file_key, 'read');
  const { answer, revision, state } = await currentVariables(context, caller, file);
  const contentType = 'application/json; charset=utf-8';
  if (query.ids !== undefined)
    return { body: bytesBody(await printedVariables(partOf(state, listOf(query.ids)))), contentType };
  return { body: bytesBody(await answer()), contentType, etag: `variables-${revision}` };
};
