import { emojiShortcode } from '../../contract/emoji.ts';
import { badRequest } from '../../errors.ts';

/**
 * The shortcode that an emoji is kept by.
 * @throws ApiError 400
 * @see RXN-06, RXN-07
 */
export function readEmoji(given: string): string {
  const shortcode = emojiShortcode(given);
  if (shortcode !== undefined) return shortcode;
  throw badRequest('emoji is not valid. It is an emoji up to version 14.0 or its shortcode, as :heart:.');
}
