import { isTooLong, longestShown, membersText } from '../../compare/shown-values.ts';
import type { MergeConflict } from '../../editing/merge-conflicts.ts';
import { errorBody } from '../../errors.ts';
import { mergeBranch as merge } from '../../file-edits/merge-branch.ts';
import type { Handler } from '../../operation.ts';

const mostConflicts = 1000;

/** Brings what changed in a branch into its main file, or the other way round. */
export const mergeBranch: Handler<'mergeBranch'> = async ({ caller, path, body, signal }, context) => {
  const { direction = 'into_main', choose = [], message } = body;
  const branches = { main: path.file_key, branch: path.branch_key, direction };
  const merged = await merge(context, caller, { ...branches, choose, message, signal: signal() });
  if ('conflicts' in merged) return conflicting(merged.conflicts);
  const { version, changed, notes } = merged;
  return { json: { version, ids: {}, changed, notes: [...notes] } };
};

/** As text, since a value may be nested deeper than it could be printed again. */
function conflicting(conflicts: readonly MergeConflict[]) {
  const count = conflicts.length;
  const sentence = `Both changed ${count === 1 ? 'one thing' : `${count} things`} differently: choose "ours" or "theirs" for each.`;
  const body = JSON.stringify({ ...errorBody(409, sentence), count }).slice(0, -1);
  const contentType = 'application/json; charset=utf-8';
  return {
    status: 409,
    text: `${body},"conflicts":[${conflictsText(conflicts.slice(0, mostConflicts))}]}`,
    contentType,
  };
}

function conflictsText(conflicts: readonly MergeConflict[]): string {
  let text = '';
  for (const conflict of conflicts)
    text += `${text === '' ? '' : ','}${conflictText(conflict, text.length > longestShown)}`;
  return text;
}

/** Values that are too long to be shown are told as in a comparison. */
function conflictText({ base, ours, theirs, sizeBytes, ...head }: MergeConflict, isFull: boolean): string {
  const isLeftOut =
    (isFull && head.property !== undefined) || [sizeBytes, base, ours, theirs].some(isTooLong);
  const values = isLeftOut ? { too_long: 'true' } : { base, ours, theirs };
  return `${JSON.stringify(head).slice(0, -1)}${membersText(values)}}`;
}
