/** Longer words are known by their beginnings. */
const longestWord = 64;

/** Scripts that put no spaces between words, which come as one run; their marks belong to them. */
const unspaced =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Bopomofo}]';
const pieces = new RegExp(`(${unspaced}+)|[[\\p{L}\\p{N}\\p{M}]--${unspaced}]+`, 'gv');

/** Text as it is compared: small letters, without accents, one form of each character. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** What stands together in a text: a word, or a run of a script without spaces. */
export interface Piece {
  readonly text: string;
  readonly isRun: boolean;
}

export function* piecesOf(foldedText: string): Generator<Piece> {
  for (const [text, run] of foldedText.matchAll(pieces))
    yield { text: run ?? text.slice(0, longestWord), isRun: run !== undefined };
}

/** Pairs of characters of a run, and its last one: what begins with any of its characters is then among them. */
export function gramsOf(text: string): string[] {
  const characters = Array.from(text);
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}

/**
 * The words by which a text is found: its words, the parts of words in camelCase, and the pairs of runs. A word that
 * mixes scripts is found by its parts.
 */
export function* wordsOf(text: string): Generator<string> {
  for (const { text: piece, isRun: isOne } of piecesOf(folded(text))) {
    if (isOne) yield* gramsOf(piece);
    else yield piece;
  }
  for (const [letters] of text.matchAll(/\p{L}+/gu)) {
    const parts = letters.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
    if (parts !== letters) for (const { text: part } of piecesOf(folded(parts))) yield part;
  }
}
