import { createHash } from 'node:crypto';
import type { NodeWords } from './node-words.ts';
import { folded, wordsOf } from './words-of-text.ts';

/** What a filter asks of a node. */
export type FactKind = 'type' | 'component' | 'style' | 'variable' | 'font' | 'page';

const letters: Readonly<Record<FactKind, string>> = {
  type: 'a',
  component: 'b',
  style: 'c',
  variable: 'd',
  font: 'e',
  page: 'f',
};

const remembered = new Map<string, string>();
const mostRemembered = 50_000;

/** A short word for anything, of letters and digits. */
function mark(text: string): string {
  const present = remembered.get(text);
  if (present !== undefined) return present;
  const made = createHash('sha256').update(text).digest('hex').slice(0, 14);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(text, made);
  return made;
}

/** Words of the index begin with a letter that says of which kind they are; `w` for those of texts. */
export const wordMark = (word: string): string => `w${word}`;
export const wholeMark = (text: string): string => `x${mark(folded(text).trim())}`;
export const factMark = (kind: FactKind, value: string): string =>
  letters[kind] + mark(kind === 'font' ? folded(value) : value);

/** All words by which the index finds a node. */
export function* marksOf(node: NodeWords, page: string | undefined): Generator<string> {
  for (const text of [node.name, node.text]) {
    if (text === '') continue;
    for (const word of wordsOf(text)) yield wordMark(word);
    yield wholeMark(text);
  }
  yield factMark('type', node.type);
  if (page !== undefined) yield factMark('page', page);
  for (const font of node.fonts) yield factMark('font', font);
  for (const id of node.components) yield factMark('component', id);
  for (const id of node.styles) yield factMark('style', id);
  for (const id of node.variables) yield factMark('variable', id);
}
