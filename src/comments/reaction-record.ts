import type { Reaction } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import type { CommentReaction } from './reactions-store.ts';

/** A reaction as the interface shows it, alone and with its comment. @see C2 */
export const reactionRecord = ({ userId, handle, imgUrl, emoji, createdAt }: CommentReaction): Reaction => ({
  user: { id: userId, handle, img_url: imgUrl },
  emoji,
  created_at: isoTime(createdAt),
});
