import { printable } from '../printed-text.ts';
import type { FoundHit } from './found-hits.ts';
import type { FoundNode } from './selected-nodes.ts';

/** Characters of a value that are shown. */
const longestValue = 80;

/** A node as people read it: a line for the node, and one for each property that was asked for. */
export function foundText({ file_key, id, name, type, path, properties }: FoundNode): string {
  const place = path.length === 0 ? '' : ` in ${path.join(' / ')}`;
  const lines = Object.entries(properties).map(([property, value]) => {
    const text = JSON.stringify(value);
    return printable(
      `    ${property}: ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`,
    );
  });
  return [printable(`${file_key} ${id} ${type} "${name}"${place}`), ...lines, ''].join('\n');
}

/** The same of what was found by words, with the text in which they stand. */
export function hitText({ file_key, file_name, node_id, name, type, path, snippet }: FoundHit): string {
  const place = [file_name, ...path].join(' / ');
  const text =
    snippet === '' || snippet === name ? '' : printable(`    ${snippet}\u0020`).trimEnd().concat('\n');
  return `${printable(`${file_key} ${node_id} ${type} "${name}" in ${place}`)}\n${text}`;
}
