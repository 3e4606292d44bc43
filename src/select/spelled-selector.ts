import { SelectorRefused } from './selector-refused.ts';

const mostCharacters = 5_000;
const mostNested = 16;
/** Between commas and combinators, inside of what is nested too. */
const mostParts = 200;

/**
 * The selector as the engine reads it: names of attributes may have dots, which CSS wants escaped.
 * @throws SelectorRefused where it is longer, or more nested, than anybody writes
 */
export function spelledSelector(text: string): string {
  if (text.trim() === '') throw new SelectorRefused('The selector is empty.');
  if (text.length > mostCharacters)
    throw new SelectorRefused(`The selector has ${text.length} characters; it may have ${mostCharacters}.`);
  let spelled = '';
  let [nested, parts, inName] = [0, 0, false];
  for (const piece of piecesOf(text)) {
    if (piece === '(') nested++;
    if (piece === ')') nested--;
    if (piece === '[') inName = true;
    if (/^[\]=]/.test(piece)) inName = false;
    if (/^[[:,>+~ ]/.test(piece)) parts++;
    if (nested > mostNested)
      throw new SelectorRefused(`The selector is nested more than ${mostNested} levels deep.`);
    spelled += inName && piece === '.' ? '\\.' : piece;
  }
  if (parts > mostParts) throw new SelectorRefused(`The selector has more than ${mostParts} parts.`);
  return spelled;
}

/** Characters; escaped ones, and strings in quotes, as a whole. */
const piecesOf = (text: string): readonly string[] =>
  text.match(/\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[\s\S]/gu) ?? [];
