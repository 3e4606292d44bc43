import { emojiShortcode } from '../contract/emoji.ts';
import type { DumpedRow } from '../database/dump.ts';
import { badRequest } from '../errors.ts';
import { readClientMeta } from '../messages/client-meta.ts';
import { CommentRefused } from '../messages/comment-refused.ts';
import { checkKeptMessage } from '../messages/message.ts';

/**
 * Holds a comment that a backup brings to what a comment may say, and to where its pin may be.
 * @throws ApiError 400
 */
export function refuseUnfitComment({ id, message, client_meta: pin }: DumpedRow): void {
  try {
    checkKeptMessage(String(message));
    readClientMeta(JSON.parse(String(pin)));
  } catch (error) {
    const isUnfit = error instanceof CommentRefused || error instanceof SyntaxError;
    throw isUnfit ? badRequest(`The comment "${id}": ${error.message}`) : error;
  }
}

/** @throws ApiError 400 */
export function refuseUnfitReaction({ comment_id: id, emoji }: DumpedRow): void {
  const given = String(emoji);
  if (emojiShortcode(given) !== given)
    throw badRequest(`A reaction to the comment "${id}" is "${given}", which is no shortcode of an emoji.`);
}
