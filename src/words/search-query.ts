import { type FactKind, factMark, wholeMark, wordMark } from './index-words.ts';
import type { NodeWords } from './node-words.ts';
import { folded, gramsOf, type Piece, piecesOf, wordsOf } from './words-of-text.ts';

/** What is looked for: words, all of which a node says, and facts that hold of it. */
export interface SearchQuery {
  readonly text: string;
  readonly words: readonly Piece[];
  readonly facts: readonly (readonly [FactKind, string])[];
}

/** A word of the index, or all that begin with it. */
export interface Sought {
  readonly word: string;
  readonly isBeginning: boolean;
}

/**
 * How well a node is meant: its name or text is just what is sought, it says all of the words, or words that begin
 * with them.
 */
export type Rank = 1 | 2 | 3;
export const ranks: readonly Rank[] = [1, 2, 3];

export function searchQuery(text: string, facts: SearchQuery['facts']): SearchQuery {
  return { text: folded(text).trim(), words: [...piecesOf(folded(text))], facts };
}

/** What blocks have to say that hold nodes of that rank; undefined where no node can have it. */
export function soughtFor(query: SearchQuery, rank: Rank): readonly Sought[] | undefined {
  const facts = query.facts.map(([kind, value]) => ({ word: factMark(kind, value), isBeginning: false }));
  if (query.words.length === 0) return rank === 1 ? facts : undefined;
  if (rank === 1) return [{ word: wholeMark(query.text), isBeginning: false }, ...facts];
  if (rank === 3 && !query.words.some(hasBeginnings)) return undefined;
  return [...query.words.flatMap((word) => soughtWords(word, rank)), ...facts];
}

/** Whether a word finds others too that begin with it: one letter would find nearly all. */
const hasBeginnings = ({ text, isRun }: Piece): boolean => !isRun && Array.from(text).length > 1;

function soughtWords(piece: Piece, rank: Rank): Sought[] {
  const isBeginning = rank === 3 && hasBeginnings(piece);
  if (!piece.isRun) return [{ word: wordMark(piece.text), isBeginning }];
  const grams = gramsOf(piece.text);
  const pairs = grams.length > 1 ? grams.slice(0, -1) : grams;
  return pairs.map((pair) => ({ word: wordMark(pair), isBeginning: grams.length === 1 }));
}

/** How well a node is meant; undefined where it is not. */
export function rankOf(query: SearchQuery, node: NodeWords, page: string | undefined): Rank | undefined {
  if (!query.facts.every(([kind, value]) => holds(kind, value, node, page))) return undefined;
  if (query.words.length === 0) return 1;
  const texts = [node.name, node.text];
  const whole = texts.map(folded);
  if (whole.some((text) => text.trim() === query.text)) return 1;
  const said = new Set(texts.flatMap((text) => [...wordsOf(text)]));
  const says = ({ text, isRun }: Piece) => (isRun ? whole.some((one) => one.includes(text)) : said.has(text));
  if (query.words.every(says)) return 2;
  const begins = (piece: Piece) =>
    says(piece) || (hasBeginnings(piece) && [...said].some((word) => word.startsWith(piece.text)));
  return query.words.every(begins) ? 3 : undefined;
}

function holds(kind: FactKind, value: string, node: NodeWords, page: string | undefined): boolean {
  switch (kind) {
    case 'type':
      return node.type === value;
    case 'page':
      return page === value;
    case 'font':
      return node.fonts.some((family) => folded(family) === folded(value));
    case 'component':
      return node.components.includes(value);
    case 'style':
      return node.styles.includes(value);
    case 'variable':
      return node.variables.includes(value);
  }
}
