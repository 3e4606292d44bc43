import { inChange } from '../../change.ts';
import { prepareReaction, react } from '../../comments/react.ts';
import { readEmoji } from '../../comments/read-emoji.ts';
import type { Handler } from '../../operation.ts';

/** @see RXN-05 */
export const postCommentReaction: Handler<'postCommentReaction'> = async (
  { caller, path, body },
  context,
) => {
  const given = { fileKey: path.file_key, commentId: path.comment_id, emoji: readEmoji(body.emoji) };
  const counted = await prepareReaction(context, caller, given);
  await inChange(context, caller, (change) => react(change, given, counted));
  return { json: { status: 200, error: false } };
};
