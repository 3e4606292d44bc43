import type { Change } from '../change.ts';
import { forbidden } from '../errors.ts';
import { recordTextEvents } from '../events/text-events.ts';
import { type CommentPlace, deleteCommentRow, findChangeableComment } from './comments-store.ts';
import { recordComment } from './record-comment.ts';
import { textOfComment } from './text-of-comment.ts';

/**
 * Deletes a comment of the caller's own, and with the first of a thread the thread.
 * @throws ApiError 404, 403
 */
export async function deleteComment(change: Change, place: CommentPlace): Promise<void> {
  const { transaction, by } = change;
  const { file, comment } = await findChangeableComment(transaction, by, place);
  if (comment.userId !== by.user.id) throw forbidden('Only the author of a comment may delete it.');
  await deleteCommentRow(transaction, comment.id);
  await recordComment(change, 'fig_file_comment_delete', file, comment.id);
  await recordTextEvents(change, [{ ...textOfComment(comment), action: 'delete', file }]);
}
