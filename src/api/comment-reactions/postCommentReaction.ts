import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { findVisibleComment } from '../../comments/comments-store.ts';
import { addReaction } from '../../comments/reactions-store.ts';
import { recordTextEvents } from '../../events/text-events.ts';
import type { Handler } from '../../operation.ts';
import { readEmoji } from './read-emoji.ts';

/** Reacts to a comment; who sees the file may. @see RXN-05 */
export const postCommentReaction: Handler<'postCommentReaction'> = async (
  { caller, path, body },
  context,
) => {
  const emoji = readEmoji(body.emoji);
  await findVisibleComment(context.database, caller, path);
  await refuseBeyond(context.database, 'reactionsOfComment', path.comment_id);
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { file, comment } = await findVisibleComment(transaction, caller, path);
    const reaction = { comment_id: comment.id, user_id: caller.user.id, emoji };
    const created_at = context.clock.now();
    if ((await addReaction(transaction, { ...reaction, created_at })) === 'there already') return;
    const text = { type: 'file_comment_reactions', action: 'insert', text: emoji, file } as const;
    await recordTextEvents(change, [{ ...text, parentCommentId: comment.id }]);
  });
  return { json: { status: 200, error: false } };
};
