import { patiently } from '../../content/patiently.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { importSteps } from '../../variables/import-variables.ts';
import { sameSteps } from '../../variables/print-local-variables.ts';
import { VariablesRefused } from '../../variables/read-local-variables.ts';
import type { VariablesState } from '../../variables/state.ts';
import { findEditableFile } from '../files/store.ts';
import { changeAndFollow } from './change-and-follow.ts';

/** Makes an answer of getLocalVariables the variables of the file, ids and keys kept. */
export const putFileVariables: Handler<'putFileVariables'> = async ({ caller, path, body }, context) => {
  const file = await findEditableFile(context.database, caller, path.file_key);
  const given = await readGiven(body);
  await changeAndFollow(context, caller, file, async (state) => ({
    state: (await patiently(sameSteps(state, given))) ? state : given,
    result: undefined,
  }));
  return { json: { collections: given.collections.size, variables: given.variables.size } };
};

/** @throws ApiError 400 naming the place */
async function readGiven(answer: unknown): Promise<VariablesState> {
  try {
    return await patiently(importSteps(answer));
  } catch (error) {
    if (error instanceof VariablesRefused) throw badRequest(error.message);
    throw error;
  }
}
