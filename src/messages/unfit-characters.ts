/** Nothing but blanks, and characters that nobody sees: also the empty cell of Braille, and marks of annotations. */
const unseen = /^[\s\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Whether nobody sees anything of a text. */
export const isUnseen = (text: string): boolean => unseen.test(text);

/** All but tabs and what ends lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;
const embedding = /[\u202a-\u202e]/;
const isolating = /[\u2066-\u2069]/;
/** No XML holds the last two of the first plane; the others are no characters either. */
const noncharacter = /\p{Noncharacter_Code_Point}/u;
/** Tags spell words that nobody sees; within a flag they name a part of a country, as Scotland. */
const flagOfTags = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;
const tag = /[\u{e0000}-\u{e007f}]/u;

export const hasLineBreak = (text: string): boolean => lineBreak.test(text);

/** What a text that was kept holds and no answer shows, as words that follow "holds". */
export function unfitInKeptText(text: string): string | undefined {
  if (!text.isWellFormed()) return 'half of a character';
  const control = controls.exec(text);
  return control === null ? undefined : `the control character ${codeOf(control[0])}`;
}

/** What a text of several lines that somebody writes holds and may not. */
export function unfitInText(text: string): string | undefined {
  const none = noncharacter.exec(text);
  if (none !== null) return `${codeOf(none[0])}, which is no character`;
  const hidden = tag.exec(text.replaceAll(flagOfTags, ''));
  if (hidden !== null) return `${codeOf(hidden[0])}, a tag that nobody sees`;
  return unfitInKeptText(text);
}

/** What a text of one line holds and may not: also tabs, and marks that make it read as another. */
export function unfitInLine(text: string): string | undefined {
  if (hasLineBreak(text)) return 'a line break';
  const turn = embedding.exec(text);
  if (turn !== null) return `${codeOf(turn[0])}, which turns the direction of text`;
  const isolate = isolating.exec(text);
  if (isolate !== null)
    return `${codeOf(isolate[0])}, one of the isolates U+2066 to U+2069, which turn the direction of text`;
  return text.includes('\t') ? 'a tab' : unfitInText(text);
}

/** As `U+202E`. */
export const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text that was made elsewhere as a line of its own: what a line may not hold is shown as missing. */
export const shownInLine = (text: string): string =>
  text.toWellFormed().replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');
