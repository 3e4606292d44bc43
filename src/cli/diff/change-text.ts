import { counted, printable } from '../printed-text.ts';
import type { Change, Counts } from './changes.ts';

const marks: Readonly<Record<Change['kind'], string>> = {
  added: '+',
  removed: '-',
  moved: '>',
  changed: '~',
};

/** Characters of a value that are shown. */
const longestValue = 80;

/** A change as people read it: a line for the node, and one for each of its properties. */
export function changeText({ kind, id, name, type, path, properties }: Change): string {
  const place = path.length === 0 ? '' : ` in ${path.join(' / ')}`;
  const head = printable(`${marks[kind]} ${kind} ${type} "${name}" (${id})${place}`);
  return [head, ...properties.map(propertyText), ''].join('\n');
}

function propertyText(change: Change['properties'][number]): string {
  if (change.too_long === true) return `    ${printable(change.property)}: too long to be shown`;
  const [before, after] = [valueText(change, 'before'), valueText(change, 'after')];
  return printable(`    ${change.property}: ${before} → ${after}`);
}

function valueText(change: Change['properties'][number], side: 'before' | 'after'): string {
  if (!(side in change)) return '(none)';
  const text = JSON.stringify(change[side]);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

export function summaryText({ added, removed, moved, changed }: Counts): string {
  if (added + removed + moved + changed === 0) return 'Nothing changed.\n';
  return `${counted(added, 'node')} added, ${removed} removed, ${moved} moved, ${changed} changed.\n`;
}
