import type { BlobId } from '../blobs/blob-store.ts';
import { runYielding } from '../content/yielding.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest, notFound } from '../errors.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { applySteps, type Refused } from '../variables/apply-changes.ts';
import { changedTexts } from '../variables/changed-texts.ts';
import { growthProblem } from '../variables/file-bounds.ts';
import type { VariablesState } from '../variables/state.ts';
import { changeAndFollow, documentAfter } from './change-and-follow.ts';
import { changeContextOf } from './change-context.ts';
import { currentVariables } from './current-variables.ts';
import { findVariablesFile } from './find-variables-file.ts';
import { currentVersion } from './followed-document-store.ts';
import type { VariablesChanger } from './variables-changer.ts';
import type { NewNumber } from './variables-state-store.ts';

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
  const { file, changed } = await changesOf({ context, by }, fileKey, lists);
  return changeAndFollow({ context, by }, file, {
    work: async (state, newNumber) => {
      const { tempIdToRealId, ...applied } = await changed(state, newNumber);
      return { state: applied.state, result: tempIdToRealId };
    },
  });
}

/** What a design becomes by changes of its file's variables that nobody made. */
export interface PreviewedChanges {
  readonly file: VisibleFile;
  readonly before: BlobId;
  readonly after: BlobId;
}

/**
 * The document of a file as four lists of changes would make it; the file and its variables stay as they are.
 * @param lists as they came
 * @throws ApiError 400, 403, 404, also for a file without content
 */
export async function previewVariableChanges(
  { context, by }: VariablesChanger,
  fileKey: FileKey,
  lists: unknown,
): Promise<PreviewedChanges> {
  const { file, state: before, changed } = await changesOf({ context, by }, fileKey, lists);
  let number = 0;
  const { state: after } = await changed(before, () => `${Number.MAX_SAFE_INTEGER - ++number}`);
  const problem = await runYielding(growthProblem(before, after));
  if (problem !== undefined) throw badRequest(problem);
  const followed = await documentAfter({ context, by }, file, { before, after, document: 'follows' });
  const current = followed?.of ?? (await currentVersion(context.database, fileKey));
  if (current === undefined) throw notFound('The file has no content.');
  return { file, before: current.snapshot, after: followed?.snapshot ?? current.snapshot };
}

/** The file, its variables as they are, and what makes them those that the lists ask for. */
async function changesOf({ context, by }: VariablesChanger, fileKey: FileKey, lists: unknown) {
  const file = await findVariablesFile(context.database, by, fileKey, 'change');
  const { state } = await currentVariables(context, by, file);
  const changeContext = await changeContextOf(context, by, file, { state, ids: changedTexts(state, lists) });
  const changed = async (from: VariablesState, newNumber: NewNumber) => {
    const ids = { newId: newNumber, newKey: context.ids.libraryKey };
    const applied = await runYielding(applySteps(from, lists, { ...changeContext, ...ids }));
    if ('problems' in applied) throw badRequest(reasonsOf(applied));
    return applied;
  };
  return { file, state, changed };
}

/** More reasons than these make a sentence that nobody reads. */
const mostReasons = 5;

const reasonsOf = ({ problems }: Refused): string =>
  problems
    .slice(0, mostReasons)
    .map(({ sentence }) => sentence)
    .join(' ');
