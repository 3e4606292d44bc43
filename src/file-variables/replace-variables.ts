import type { Caller } from '../access/caller.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { JsonRefused, jsonInSteps } from '../document/json-in-steps.ts';
import { badRequest } from '../errors.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { differingTexts } from '../variables/changed-texts.ts';
import { importSteps } from '../variables/import-variables.ts';
import { sameSteps } from '../variables/print-local-variables.ts';
import { VariablesRefused } from '../variables/read-local-variables.ts';
import type { VariablesState } from '../variables/state.ts';
import { changeAndFollow, type FollowingChange } from './change-and-follow.ts';
import { heldVariables } from './change-context.ts';
import { findEditedVariables } from './find-variables-file.ts';
import { contextOf, type VariablesChanger } from './variables-changer.ts';

export interface WantedVariables extends Pick<FollowingChange<boolean>, 'authorId' | 'document'> {
  readonly fileKey: FileKey;
  readonly state: VariablesState;
}

/**
 * Reads an answer of getLocalVariables that is to be the variables of a file, ahead of the change.
 * @throws ApiError 403, 404, and 400 naming the place
 */
export async function prepareVariables(
  { database }: Context,
  caller: Caller,
  fileKey: FileKey,
  answer: unknown,
): Promise<VariablesState> {
  await findEditedVariables(database, caller, fileKey);
  return readAnswer(answer);
}

/** @throws ApiError 400 for what is no JSON, and naming the place */
export async function readAnswerText(bytes: Uint8Array): Promise<VariablesState> {
  return readAnswer(await parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
}

async function parse(text: Buffer): Promise<unknown> {
  try {
    return await runYielding(jsonInSteps(text));
  } catch (error) {
    throw error instanceof JsonRefused ? badRequest(`The variables are ${error.message}.`) : error;
  }
}

/** @throws ApiError 400 naming the place */
async function readAnswer(answer: unknown): Promise<VariablesState> {
  try {
    return await runYielding(importSteps(answer));
  } catch (error) {
    if (error instanceof VariablesRefused) throw badRequest(error.message);
    throw error;
  }
}

/**
 * Gives a file other variables in place of those that it has, ids and keys kept; answers whether it had others.
 * @throws ApiError 400, 403, 404
 */
export async function replaceVariables(changer: VariablesChanger, wanted: WantedVariables): Promise<boolean> {
  const { fileKey, state: given, ...more } = wanted;
  const context = contextOf(changer);
  const file = await findEditedVariables(context.database, changer.by, fileKey);
  return changeAndFollow(changer, file, {
    ...more,
    work: async (state) => {
      if (await runYielding(sameSteps(state, given))) return { state, result: false };
      await refuseHeld(context, file, state, given);
      return { state: given, result: true };
    },
  });
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
