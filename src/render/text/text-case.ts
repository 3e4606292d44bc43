import type { TextStyle } from './text-box.ts';

/** Text whose letters have changed their case, and where each of its UTF-16 units came from. */
export interface CasedText {
  text: string;
  /** Index into the original; absent where the text has kept its length. */
  source?: Int32Array;
}

type CaseOf = (index: number) => TextStyle['textCase'];

const inWord = /[\p{L}\p{M}\p{N}'’]/u;
const tab = '    ';

/** Puts letters into the case of their style; a tab becomes four spaces. */
export function applyCase(original: string, caseOf: CaseOf): CasedText {
  let text = '';
  const source: number[] = [];
  let before = ' ';
  for (let index = 0; index < original.length; ) {
    const character = String.fromCodePoint(original.codePointAt(index)!);
    const changed = character === '\t' ? tab : inCase(character, before, caseOf(index));
    for (let unit = 0; unit < changed.length; unit++)
      source.push(changed.length === character.length ? index + unit : index);
    text += changed;
    before = character;
    index += character.length;
  }
  return text.length === original.length ? { text } : { text, source: Int32Array.from(source) };
}

function inCase(character: string, before: string, textCase: TextStyle['textCase']): string {
  if (textCase === 'UPPER') return character.toUpperCase();
  if (textCase === 'LOWER') return character.toLowerCase();
  if (textCase === 'TITLE' && !inWord.test(before)) return character.toUpperCase();
  return character;
}
