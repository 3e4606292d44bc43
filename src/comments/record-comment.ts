import type { Change } from '../change.ts';
import type { CommentId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';

type CommentActivity =
  | 'fig_file_comment_create'
  | 'fig_file_comment_delete'
  | 'fig_file_comment_resolve'
  | 'fig_file_comment_unresolve';

/** Records what was done with a comment, without what it says. */
export async function recordComment(
  change: Change,
  type: CommentActivity,
  file: VisibleFile,
  commentId: CommentId,
): Promise<void> {
  const { organizationId, teamId } = file;
  const details = { comment_id: commentId };
  const activity = { type, entity: fileEntity(file), organizationId, teamId, details };
  await recordActivity(change, activity);
}
