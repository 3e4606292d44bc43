import { emojiShortcode } from '../contract/emoji.ts';
import { badRequest } from '../errors.ts';

declare const known: unique symbol;

/** The shortcode that an emoji is kept by, from `readEmoji` alone: who writes reactions asks for it. */
export type Emoji = string & { readonly [known]: true };

/**
 * @throws ApiError 400 for what is no emoji
 * @see RXN-06, RXN-07
 */
export function readEmoji(given: string): Emoji {
  const shortcode = emojiShortcode(given);
  if (shortcode !== undefined) return shortcode as Emoji;
  throw badRequest('emoji is not valid. It is an emoji up to version 14.0 or its shortcode, as :heart:.');
}
