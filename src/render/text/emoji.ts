const emojiModifier = String.raw`\p{Emoji_Modifier}`;
/** A skin tone or the sign for emoji style, then the tags of a flag of a region. */
const ending = String.raw`(?:${emojiModifier}|\uFE0F)?(?:[\u{E0020}-\u{E007E}]{1,8}\u{E007F})?`;
const joined = String.raw`(?:\u200D\p{Emoji}${ending}){0,10}`;
const sequence = new RegExp(
  String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|(?![0-9#*])\p{Emoji}${ending}${joined}`,
  'uy',
);

const inEmojiStyle = new RegExp(
  String.raw`^\p{Emoji_Presentation}|\uFE0F|${emojiModifier}|\u200D|\u20E3`,
  'u',
);

const textStyle = 0xfe0e;
const mayBegin = /[\p{Emoji}\p{RI}]/u;

/**
 * The length of the emoji that begins here, in UTF-16 units: a flag, a keycap, or pictures joined, with skin
 * tones and selectors. 0 where none does, or where the text asks for the plain sign.
 */
export function emojiLength(text: string, at: number): number {
  const codePoint = text.codePointAt(at)!;
  if (codePoint < 0xa9 && text.charCodeAt(at + 1) < 0x20e3) return 0;
  if (!mayBegin.test(String.fromCodePoint(codePoint))) return 0;
  sequence.lastIndex = at;
  const [found = ''] = sequence.exec(text) ?? [];
  if (text.codePointAt(at + found.length) === textStyle) return 0;
  return inEmojiStyle.test(found) ? found.length : 0;
}
