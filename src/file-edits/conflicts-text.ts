import { isTooLong, longestShown, membersText } from '../compare/shown-values.ts';
import type { MergeConflict } from '../editing/merge-conflicts.ts';

const mostConflicts = 1000;

/** As text, since a value may be nested deeper than it could be printed again. */
export function conflictsText(conflicts: readonly MergeConflict[]): string {
  let text = '';
  for (const conflict of conflicts.slice(0, mostConflicts))
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
