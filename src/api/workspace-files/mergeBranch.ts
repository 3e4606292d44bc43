import { errorBody } from '../../errors.ts';
import { mergeBranch as merge, type OpenConflicts } from '../../file-edits/merge-branch.ts';
import type { Handler } from '../../operation.ts';

/** Brings what changed in a branch into its main file, or the other way round. */
export const mergeBranch: Handler<'mergeBranch'> = async ({ caller, path, body, signal }, context) => {
  const { direction = 'into_main', choose = [], message } = body;
  const branches = { main: path.file_key, branch: path.branch_key, direction };
  const merged = await merge(context, caller, { ...branches, choose, message, signal: signal() });
  if ('conflicts' in merged) return conflicting(merged);
  const { version, changed, notes } = merged;
  return { json: { version, ids: {}, changed, notes: [...notes] } };
};

function conflicting({ count, conflicts }: OpenConflicts) {
  const sentence = `Both changed ${count === 1 ? 'one thing' : `${count} things`} differently: choose "ours" or "theirs" for each.`;
  const body = JSON.stringify({ ...errorBody(409, sentence), count }).slice(0, -1);
  const contentType = 'application/json; charset=utf-8';
  return { status: 409, text: `${body},"conflicts":[${conflicts}]}`, contentType };
}
