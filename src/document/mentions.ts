import { decodeString, stringEnd } from './json-spans.ts';
import type { EntryNumbers } from './map-entries.ts';
import { RowTable } from './row-table.ts';

/** Which of the three maps beside a document a node's mention means. */
export const Mention = { component: 0, componentSet: 1, style: 2 } as const;
export type MentionedMap = (typeof Mention)[keyof typeof Mention];

export const MentionColumn = {
  node: 0,
  map: 1,
  /** Where the id stands in the document's text. */
  at: 2,
} as const;
export const mentionColumns = 3;

/** Pairs of node and entry, in the order of the mentions; what no entry describes is left out. */
export function resolveMentions(mentions: RowTable, text: Uint8Array, numbers: EntryNumbers): RowTable {
  const maps = [numbers.components, numbers.componentSets, numbers.styles];
  const refs = new RowTable(2, 1024);
  for (let mention = 0; mention < mentions.rows; mention++) {
    const entries = maps[mentions.get(mention, MentionColumn.map)]!;
    if (entries.size === 0) continue;
    const at = mentions.get(mention, MentionColumn.at);
    const entry = entries.get(decodeString(text, at, stringEnd(text, at)));
    if (entry === undefined) continue;
    const ref = refs.add();
    refs.set(ref, 0, mentions.get(mention, MentionColumn.node));
    refs.set(ref, 1, entry);
  }
  return refs;
}
