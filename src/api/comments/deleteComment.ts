import { inChange } from '../../change.ts';
import { deleteCommentRow, findVisibleComment } from '../../comments/comments-store.ts';
import { recordComment } from '../../comments/record-comment.ts';
import { textOfComment } from '../../comments/text-of-comment.ts';
import { forbidden } from '../../errors.ts';
import { recordTextEvents } from '../../events/text-events.ts';
import type { Handler } from '../../operation.ts';

/** Deletes a comment of the caller, and with the first of a thread the thread. @see CMT-10, CMT-11, B48 */
export const deleteComment: Handler<'deleteComment'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { file, comment } = await findVisibleComment(transaction, caller, path);
    if (comment.user_id !== caller.user.id) throw forbidden('Only the author of a comment may delete it.');
    await deleteCommentRow(transaction, comment.id);
    await recordComment(change, 'fig_file_comment_delete', file, comment.id);
    const text = { ...textOfComment(comment), action: 'delete', file } as const;
    await recordTextEvents(change, [text]);
    return { json: { status: 200, error: false } };
  });
