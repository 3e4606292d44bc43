import { inChange } from '../../change.ts';
import { findVisibleComment } from '../../comments/comments-store.ts';
import { removeReaction } from '../../comments/reactions-store.ts';
import { notFound } from '../../errors.ts';
import { recordTextEvents } from '../../events/text-events.ts';
import type { Handler } from '../../operation.ts';
import { readEmoji } from './read-emoji.ts';

/** Takes back a reaction of the caller; those of others are out of reach. @see RXN-09, RXN-10 */
export const deleteCommentReaction: Handler<'deleteCommentReaction'> = async (
  { caller, path, query },
  context,
) => {
  // Clients that leave the + of :+1: as it is mean it: no shortcode has a space.
  const emoji = readEmoji(query.emoji.replaceAll(' ', '+'));
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { file, comment } = await findVisibleComment(transaction, caller, path);
    const reaction = { comment_id: comment.id, user_id: caller.user.id, emoji };
    if (!(await removeReaction(transaction, reaction))) throw notFound('Reaction not found');
    const text = { type: 'file_comment_reactions', action: 'delete', text: emoji, file } as const;
    await recordTextEvents(change, [{ ...text, parentCommentId: comment.id }]);
  });
  return { json: { status: 200, error: false } };
};
