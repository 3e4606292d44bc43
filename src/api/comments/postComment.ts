import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { insertComment, requireComment } from '../../comments/comments-store.ts';
import { readComment } from '../../comments/posting-store.ts';
import { recordComment } from '../../comments/record-comment.ts';
import { textOfComment } from '../../comments/text-of-comment.ts';
import { badRequest } from '../../errors.ts';
import { publish } from '../../events/publish.ts';
import { recordTextEvents } from '../../events/text-events.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { CommentRefused } from '../../messages/comment-refused.ts';
import { fragmentsOf } from '../../messages/mentions.ts';
import type { Handler } from '../../operation.ts';
import { commentRecord } from './comment-record.ts';

/** Comments on a file, or replies to a comment; who sees the file may. @see CMT-05…08, DLV-18 */
export const postComment: Handler<'postComment'> = async ({ caller, path, body }, context) => {
  const { user } = caller;
  const given = {
    author: user,
    message: body.message,
    parentId: body.comment_id,
    clientMeta: body.client_meta,
  };
  await findVisibleFile(context.database, caller, path.file_key);
  await refuseBeyond(context.database, 'commentsOfFile', path.file_key);
  try {
    return await inChange(context, caller, async (change) => {
      const { transaction } = change;
      const file = await findVisibleFile(transaction, caller, path.file_key);
      const { columns, mentions, mentioned } = await readComment(transaction, context, file, given);
      const id = context.ids.ordered();
      const createdAt = context.clock.now();
      const row = { ...columns, id, file_key: file.key, user_id: user.id, created_at: createdAt };
      await insertComment(transaction, { ...row, resolved_at: null });
      await recordComment(change, 'fig_file_comment_create', file, id);
      const text = { ...textOfComment(row), action: 'insert', file } as const;
      await recordTextEvents(change, [text]);
      const fragments = fragmentsOf(body.message, mentions);
      const comment = { id, createdAt, fragments, mentions: mentioned };
      await publish(change, { type: 'FILE_COMMENT', file, by: user, comment });
      return { json: commentRecord(await requireComment(transaction, file.key, id), []) };
    });
  } catch (error) {
    if (error instanceof CommentRefused) throw badRequest(error.message);
    throw error;
  }
};
