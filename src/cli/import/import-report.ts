import type { ImportWarning } from '../../contract/contract.ts';
import type { DocumentWarning } from '../../document/document-source.ts';
import { counted, printable } from '../printed-text.ts';
import type { Imported } from './import-source.ts';

const shownWarnings = 20;
const shownNodes = 5;

/** What became of a design, and where to look at it. */
export function importedLine(
  server: { readonly url: string },
  title: string,
  { key, name, version, nodes }: Imported,
): string {
  const what = `${title}: "${printable(name)}" is ${key}, version ${version}, ${counted(nodes, 'node')}.`;
  return `${what}\n  ${server.url}/design/${key}\n`;
}

/** One line for each reason, with the nodes it concerns; at most twenty of them. */
export function warningLines(warnings: readonly (ImportWarning | DocumentWarning)[]): string {
  const groups = Object.entries(Object.groupBy(warnings, ({ reason }) => reason));
  const lines = groups.slice(0, shownWarnings).map(([reason, group = []]) => {
    const nodes = group.map(({ node }) => node).filter((node) => typeof node === 'string');
    return `  ${printable(reason)}${nodes.length === 0 ? '' : ` (${nodeList(nodes)})`}\n`;
  });
  const left = groups.length - shownWarnings;
  return lines.join('') + (left > 0 ? `  …and ${left} more\n` : '');
}

function nodeList(nodes: readonly string[]): string {
  const left = nodes.length - shownNodes;
  const shown = nodes.slice(0, shownNodes).map(printable).join(', ');
  return `${nodes.length === 1 ? 'node' : 'nodes'} ${shown}${left > 0 ? ` and ${left} more` : ''}`;
}
