import { prepareVariables, replaceVariables } from '../../file-variables/replace-variables.ts';
import type { Handler } from '../../operation.ts';

/** Makes an answer of getLocalVariables the variables of the file, ids and keys kept. */
export const putFileVariables: Handler<'putFileVariables'> = async ({ caller, path, body }, context) => {
  const fileKey = path.file_key;
  const state = await prepareVariables(context, caller, fileKey, body);
  await replaceVariables({ context, by: caller }, { fileKey, state });
  return { json: { collections: state.collections.size, variables: state.variables.size } };
};
