import { runYielding } from '../../content/yielding.ts';
import type { Context } from '../../context.ts';
import { badRequest } from '../../errors.ts';
import { changeAndFollow } from '../../file-variables/change-and-follow.ts';
import { findEditedVariables } from '../../file-variables/find-variables-file.ts';
import { heldVariables } from '../../file-variables/surroundings.ts';
import type { VisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { differingTexts } from '../../variables/changed-texts.ts';
import { importSteps } from '../../variables/import-variables.ts';
import { sameSteps } from '../../variables/print-local-variables.ts';
import { VariablesRefused } from '../../variables/read-local-variables.ts';
import type { VariablesState } from '../../variables/state.ts';

/** Makes an answer of getLocalVariables the variables of the file, ids and keys kept. */
export const putFileVariables: Handler<'putFileVariables'> = async ({ caller, path, body }, context) => {
  const file = await findEditedVariables(context.database, caller, path.file_key);
  const given = await readGiven(body);
  await changeAndFollow(context, caller, file, async (state) => {
    if (await runYielding(sameSteps(state, given))) return { state, result: undefined };
    await refuseHeld(context, file, state, given);
    return { state: given, result: undefined };
  });
  return { json: { collections: given.collections.size, variables: given.variables.size } };
};

/** @throws ApiError 400 naming the place */
async function readGiven(answer: unknown): Promise<VariablesState> {
  try {
    return await runYielding(importSteps(answer));
  } catch (error) {
    if (error instanceof VariablesRefused) throw badRequest(error.message);
    throw error;
  }
}

/**
 * @throws ApiError 400 where text in a font that the organization shares would change
 * @see VAR-78
 */
async function refuseHeld(
  context: Context,
  file: VisibleFile,
  before: VariablesState,
  after: VariablesState,
): Promise<void> {
  const changed = await runYielding(differingTexts(before, after));
  const held = await heldVariables(context, file, before, changed);
  const refused = [...changed].find((id) => held.has(id));
  if (refused === undefined) return;
  const name = before.variables.get(refused)?.name;
  throw badRequest(
    `variables["${refused}"], "${name}", is bound to text in a font that the organization shares.`,
  );
}
