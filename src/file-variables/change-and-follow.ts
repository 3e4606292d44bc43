import { requireStanding } from '../access/standing-store.ts';
import { storePatched } from '../content/patched-content.ts';
import { runYielding } from '../content/yielding.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { growthProblem } from '../variables/file-bounds.ts';
import type { VariablesState } from '../variables/state.ts';
import { findEditedVariables } from './find-variables-file.ts';
import { followDocument } from './follow-document.ts';
import { addFollowedVersion, currentVersion, type FollowedDocument } from './followed-document-store.ts';
import { recordVariablesChange } from './record-change.ts';
import { keepBefore } from './variable-history-store.ts';
import { changeOf, contextOf, type VariablesChanger } from './variables-changer.ts';
import { type Changed, changeVariables, type NewNumber } from './variables-state-store.ts';

/** A change of a file's variables; only a workspace file says whose it is and what becomes of the document. */
export interface FollowingChange<T> {
  readonly work: (state: VariablesState, newNumber: NewNumber) => Promise<Changed<T>>;
  readonly authorId?: UserId | undefined;
  readonly document?: DocumentsPart | undefined;
}

/** It follows the variables, or stands as somebody has said that it is to be, or came as a version just before. */
export type DocumentsPart = 'follows' | 'stands' | 'came before';

/**
 * Changes the variables of a file and, in the same step, the values of its document that are bound to them, as a
 * new version; the versions before stay as they were.
 *
 * @throws ApiError 400 where the file would come to hold more than it may; 403, 404 where it is out of reach meanwhile
 */
export async function changeAndFollow<T>(
  changer: VariablesChanger,
  file: VisibleFile,
  { work, authorId = changer.by.user.id, document = 'follows' }: FollowingChange<T>,
): Promise<T> {
  const { own } = await changeVariables(contextOf(changer), file.key, {
    look: async (transaction) => {
      await requireStanding(changeOf(changer, transaction));
      await findEditedVariables(transaction, changer.by, file.key);
    },
    work: async (before, newNumber) => {
      const { result: own, ...changed } = await work(before, newNumber);
      const problem = await runYielding(growthProblem(before, changed.state));
      if (problem !== undefined) throw badRequest(problem);
      const followed = await documentAfter(changer, file, { before, after: changed.state, document });
      return { ...changed, result: { own, followed, before } };
    },
    also: async (transaction, { state: after, result: { followed, before } }) => {
      const change = changeOf(changer, transaction);
      if (document !== 'came before') await addFollowedVersion(change, file.key, followed, authorId);
      await keepBefore(transaction, file.key, { before, after });
      await recordVariablesChange(change, file);
    },
  });
  return own;
}

interface States {
  readonly before: VariablesState;
  readonly after: VariablesState;
  readonly document: DocumentsPart;
}

/** The document as it is after a change, and no version yet; undefined for a file without content. */
export async function documentAfter(
  changer: VariablesChanger,
  { key, organizationId }: VisibleFile,
  { before, after, document }: States,
): Promise<FollowedDocument | undefined> {
  const context = contextOf(changer);
  const of = await currentVersion(context.database, key);
  if (of === undefined || before === after) return undefined;
  if (document !== 'follows') return { of, snapshot: of.snapshot };
  const shelved = await context.snapshots.open(of.snapshot);
  const party = { organization: organizationId, caller: changer.by.user.id };
  const patches = await followDocument(context, party, shelved, { before, after });
  if (patches.length === 0) return { of, snapshot: of.snapshot };
  return { of, ...(await storePatched(context.blobs, shelved, patches, context.database)) };
}
