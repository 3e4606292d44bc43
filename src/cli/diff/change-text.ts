import { counted, printable } from '../printed-text.ts';
import type { Change, CountedFrame, Counts } from './comparison.ts';
import { pixelsText } from './pixels-rule.ts';

const marks: Readonly<Record<Change['kind'], string>> = {
  added: '+',
  removed: '-',
  moved: '>',
  changed: '~',
};

/** Characters of a value that are shown. */
const longestValue = 80;

type Property = Change['properties'][number];

/** A change as people read it: a line for the node, and one for each of its properties. */
export function changeText(change: Change): string {
  const properties = change.properties.map((property) => `    ${printable(changeLine(property))}`);
  return [printable(`${marks[change.kind]} ${changeHead(change)}`), ...properties, ''].join('\n');
}

export function changeHead({ kind, id, name, type, path }: Change): string {
  const place = path.length === 0 ? '' : ` in ${path.join(' / ')}`;
  return `${kind} ${type} "${name}" (${id})${place}`;
}

/** A property before and after; a text with the words that went and came in it. */
export function changeLine(change: Property): string {
  const { property, words } = change;
  if (change.too_long === true) return `${property}: too long to be shown`;
  if (words !== undefined) return `${property}: ${wordsText(words)}`;
  return `${property}: ${valueText(change, 'before')} → ${valueText(change, 'after')}`;
}

const brackets = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

const wordsText = (words: NonNullable<Property['words']>): string =>
  words.map(({ kind, text }) => brackets[kind].join(kind === 'same' ? shortened(text) : text)).join('');

/** Of a long part that stayed its ends, which are beside what changed. */
const shortened = (text: string): string =>
  text.length > longestValue ? `${text.slice(0, longestValue / 2)}…${text.slice(-longestValue / 2)}` : text;

function valueText(change: Property, side: 'before' | 'after'): string {
  if (!(side in change)) return '(none)';
  const text = JSON.stringify(change[side]);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

export const frameText = ({ name, id, pixels }: CountedFrame): string =>
  printable(`${name} (${id}): ${pixelsText(pixels)}.`).concat('\n');

export function summaryText({ added, removed, moved, changed }: Counts): string {
  if (added + removed + moved + changed === 0) return 'Nothing changed.\n';
  return `${counted(added, 'node')} added, ${removed} removed, ${moved} moved, ${changed} changed.\n`;
}
