import type { Caller } from '../access/caller.ts';
import { storePatched } from '../content/patched-content.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { growthProblem } from '../variables/file-bounds.ts';
import type { VariablesState } from '../variables/state.ts';
import { followDocument } from './follow-document.ts';
import { addFollowedVersion, currentVersion, type FollowedDocument } from './followed-store.ts';
import { recordVariablesChange } from './record-change.ts';
import { type Changed, changeVariables, type NewNumber } from './variables-state-store.ts';

/**
 * Changes the variables of a file and, in the same step, the values of its document that are bound to them, as a
 * new version; the versions before stay as they were.
 *
 * @throws ApiError 400 where the file would come to hold more than it may
 */
export async function changeAndFollow<T>(
  context: Context,
  caller: Caller,
  file: VisibleFile,
  change: (state: VariablesState, newNumber: NewNumber) => Promise<Changed<T>>,
): Promise<T> {
  const { own } = await changeVariables(context, file.key, {
    work: async (before, newNumber) => {
      const { state, result: own } = await change(before, newNumber);
      const problem = growthProblem(before, state);
      if (problem !== undefined) throw badRequest(problem);
      return { state, result: { own, followed: await follow(context, caller, file, before, state) } };
    },
    also: async (transaction, { result: { followed } }) => {
      const by = { userId: caller.user.id, at: context.clock.now() };
      await addFollowedVersion(transaction, file.key, followed, by);
      await recordVariablesChange({ transaction, by: caller, at: by.at, context, isTold: true }, file);
    },
  });
  return own;
}

/** Undefined for a file without content. */
async function follow(
  context: Context,
  caller: Caller,
  { key, organizationId }: VisibleFile,
  before: VariablesState,
  after: VariablesState,
): Promise<FollowedDocument | undefined> {
  const of = await currentVersion(context.database, key);
  if (of === undefined || before === after) return undefined;
  const shelved = await context.snapshots.open(of.snapshot);
  const party = { organization: organizationId, caller: caller.user.id };
  const patches = await followDocument(context, party, shelved, { before, after });
  if (patches.length === 0) return { of, snapshot: of.snapshot };
  return { of, ...(await storePatched(context.blobs, shelved, patches)) };
}
