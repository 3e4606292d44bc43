import { runYielding } from '../content/yielding.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { applySteps, type Refused } from '../variables/apply-changes.ts';
import { changedTexts } from '../variables/changed-texts.ts';
import { changeAndFollow } from './change-and-follow.ts';
import { changeContextOf } from './change-context.ts';
import { currentVariables } from './current-variables.ts';
import { findVariablesFile } from './find-variables-file.ts';
import type { VariablesChanger } from './variables-changer.ts';

/**
 * Applies four lists of changes to the variables of a file as one: all of them, or none with the reasons. Answers
 * the ids that were made, by those that the lists name them with.
 *
 * @param lists as they came
 * @throws ApiError 400, 403, 404
 */
export async function postVariableChanges(
  { context, by }: VariablesChanger,
  fileKey: FileKey,
  lists: unknown,
): Promise<Readonly<Record<string, string>>> {
  const file = await findVariablesFile(context.database, by, fileKey, 'change');
  const { state } = await currentVariables(context, by, file);
  const changeContext = await changeContextOf(context, by, file, { state, ids: changedTexts(state, lists) });
  return changeAndFollow({ context, by }, file, {
    work: async (state, newNumber) => {
      const ids = { newId: newNumber, newKey: context.ids.libraryKey };
      const applied = await runYielding(applySteps(state, lists, { ...changeContext, ...ids }));
      if ('problems' in applied) throw badRequest(reasonsOf(applied));
      return { state: applied.state, result: applied.tempIdToRealId };
    },
  });
}

/** More reasons than these make a sentence that nobody reads. */
const mostReasons = 5;

const reasonsOf = ({ problems }: Refused): string =>
  problems
    .slice(0, mostReasons)
    .map(({ sentence }) => sentence)
    .join(' ');
