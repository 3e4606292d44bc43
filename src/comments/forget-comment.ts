import type { Change } from '../change.ts';
import { recordTextEvents } from '../events/text-events.ts';
import { findEditableFile } from '../files/visible-file-store.ts';
import { type CommentPlace, deleteCommentRow, requireComment } from './comments-store.ts';
import { recordComment } from './record-comment.ts';
import { textOfComment } from './text-of-comment.ts';

/**
 * Takes away a comment that is gone where the file is read from, whoever wrote it there.
 * @throws ApiError 403, 404
 */
export async function forgetComment(change: Change, { fileKey, commentId }: CommentPlace): Promise<void> {
  const file = await findEditableFile(change.transaction, change.by, fileKey);
  const comment = await requireComment(change.transaction, file.key, commentId);
  await deleteCommentRow(change.transaction, comment.id);
  await recordComment(change, 'fig_file_comment_delete', file, comment.id);
  await recordTextEvents(change, [{ ...textOfComment(comment), action: 'delete', file }]);
}
