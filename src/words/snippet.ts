import { folded, type Piece } from './words-of-text.ts';

const before = 40;
const longest = 160;

/** The part of a text around the first of the words that stands in it; its beginning where none does. */
export function snippetOf(text: string, words: readonly Piece[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  // Small letters are nearly always as long as capitals; a few characters more or less do not matter.
  const small = folded(line);
  const places = words.map((word) => small.indexOf(word.text)).filter((at) => at >= 0);
  const start = Math.max(
    0,
    Math.min(places.length === 0 ? 0 : Math.min(...places) - before, line.length - longest),
  );
  const part = line.slice(start, start + longest).toWellFormed();
  return `${start > 0 ? '…' : ''}${part.trim()}${start + longest < line.length ? '…' : ''}`;
}
