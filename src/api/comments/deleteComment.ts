import { inChange } from '../../change.ts';
import { deleteComment as deleteCommentOfCaller } from '../../comments/delete-comment.ts';
import type { Handler } from '../../operation.ts';

/** @see CMT-10, CMT-11, B48 */
export const deleteComment: Handler<'deleteComment'> = async ({ caller, path }, context) => {
  const place = { fileKey: path.file_key, commentId: path.comment_id };
  await inChange(context, caller, (change) => deleteCommentOfCaller(change, place));
  return { json: { status: 200, error: false } };
};
