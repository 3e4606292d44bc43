import { inChange } from '../../change.ts';
import { takeBackReaction } from '../../comments/react.ts';
import { readEmoji } from '../../comments/read-emoji.ts';
import type { Handler } from '../../operation.ts';

/** @see RXN-09, RXN-10 */
export const deleteCommentReaction: Handler<'deleteCommentReaction'> = async (
  { caller, path, query },
  context,
) => {
  // Clients that leave the + of :+1: as it is mean it: no shortcode has a space.
  const emoji = readEmoji(query.emoji.replaceAll(' ', '+'));
  const given = { fileKey: path.file_key, commentId: path.comment_id, emoji };
  await inChange(context, caller, (change) => takeBackReaction(change, given));
  return { json: { status: 200, error: false } };
};
