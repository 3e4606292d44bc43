import { inChange } from '../../change.ts';
import { reactionsOfComment } from '../../comments/reactions-store.ts';
import { resolveComment } from '../../comments/resolve-comment.ts';
import type { Handler } from '../../operation.ts';
import { commentRecord } from './comment-record.ts';

/** @see B48 */
export const putCommentResolved: Handler<'putCommentResolved'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const place = { fileKey: path.file_key, commentId: path.comment_id };
    const comment = await resolveComment(change, place, body.resolved);
    return { json: commentRecord(comment, await reactionsOfComment(change.transaction, comment.id)) };
  });
