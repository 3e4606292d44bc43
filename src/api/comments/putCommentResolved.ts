import { mayEdit } from '../../access/file-role.ts';
import { inChange } from '../../change.ts';
import { findVisibleComment, setResolved } from '../../comments/comments-store.ts';
import { reactionsOfComment } from '../../comments/reactions-store.ts';
import { recordComment } from '../../comments/record-comment.ts';
import { badRequest, forbidden } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { commentRecord } from './comment-record.ts';

/** Resolves a thread or opens it again; who began it may, and who may edit the file. @see B48 */
export const putCommentResolved: Handler<'putCommentResolved'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { file, comment } = await findVisibleComment(transaction, caller, path);
    if (comment.user_id !== caller.user.id && !mayEdit(file.role)) {
      throw forbidden('Only who began a thread or may edit the file resolves it.');
    }
    if (comment.parent_id !== null) throw badRequest('A reply is resolved with its thread.');
    const reactions = await reactionsOfComment(transaction, comment.id);
    if (body.resolved === (comment.resolved_at !== null)) return { json: commentRecord(comment, reactions) };
    const resolved_at = body.resolved ? context.clock.now() : null;
    await setResolved(transaction, comment.id, resolved_at);
    const type = body.resolved ? 'fig_file_comment_resolve' : 'fig_file_comment_unresolve';
    await recordComment(change, type, file, comment.id);
    return { json: commentRecord({ ...comment, resolved_at }, reactions) };
  });
