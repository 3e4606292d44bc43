import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import type { VisibleFile } from '../files/files-store.ts';

type CommentActivity =
  | 'fig_file_comment_create'
  | 'fig_file_comment_delete'
  | 'fig_file_comment_resolve'
  | 'fig_file_comment_unresolve';

/** Records what was done with a comment, without what it says. */
export async function recordComment(
  transaction: Kysely<Tables>,
  caller: Caller,
  context: Context,
  type: CommentActivity,
  file: VisibleFile,
  commentId: string,
): Promise<void> {
  const { organizationId, teamId } = file;
  const details = { comment_id: commentId };
  const activity = { type, entity: fileEntity(file), organizationId, teamId, details };
  await recordActivity(transaction, caller, context, activity);
}
