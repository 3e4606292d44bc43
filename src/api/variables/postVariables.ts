import { runYielding } from '../../content/yielding.ts';
import { badRequest } from '../../errors.ts';
import { changeAndFollow } from '../../file-variables/change-and-follow.ts';
import { findVariablesFile } from '../../file-variables/find-variables-file.ts';
import { currentVariables, surroundings } from '../../file-variables/surroundings.ts';
import type { Handler } from '../../operation.ts';
import { applySteps, type Refused } from '../../variables/apply-changes.ts';
import { changedTexts } from '../../variables/changed-texts.ts';

/**
 * Applies four lists of changes as one: all of them, or none with the reasons.
 *
 * @see VAR-27…VAR-80, EXT-08…EXT-22
 */
export const postVariables: Handler<'postVariables'> = async ({ caller, path, body }, context) => {
  const file = await findVariablesFile(context.database, caller, path.file_key, 'change');
  const { state } = await currentVariables(context, caller, file);
  const around = await surroundings(context, caller, file, { state, ids: changedTexts(state, body) });
  const tempIdToRealId = await changeAndFollow(context, caller, file, async (state, newNumber) => {
    const applied = await runYielding(
      applySteps(state, body, { ...around, newId: newNumber, newKey: context.ids.libraryKey }),
    );
    if ('problems' in applied) throw badRequest(reasonsOf(applied));
    return { state: applied.state, result: applied.tempIdToRealId };
  });
  return { json: { status: 200, error: false, meta: { tempIdToRealId } } };
};

/** More reasons than these make a sentence that nobody reads. */
const mostReasons = 5;

const reasonsOf = ({ problems }: Refused): string =>
  problems
    .slice(0, mostReasons)
    .map(({ sentence }) => sentence)
    .join(' ');
