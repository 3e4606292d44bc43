import { nodeValues } from '../document/node-values.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { compileSelector } from './compile-selector.ts';
import { jsonPath, spansOf } from './json-paths.ts';
import { nodeTree } from './node-tree.ts';

/** What is looked for in a document, and how much of it. */
export interface Selecting {
  readonly selector: string;
  /** Of the nodes found; dotted paths. */
  readonly properties: readonly string[];
  readonly fileKey: string;
  /** The node at which the page begins. */
  readonly from: number;
  readonly mostNodes: number;
  /** Ends with {@link SelectorTakesLong} after so long, at the next node. */
  readonly mostMs?: number | undefined;
}

/** There are nodes left that nobody has looked at. */
export class SelectorTakesLong extends Error {
  override readonly name = 'SelectorTakesLong';
}

export interface SelectedPage {
  /** Each as JSON. */
  readonly nodes: readonly string[];
  /** Where the next page begins; undefined behind the last node. */
  readonly next: number | undefined;
}

/** A page ends behind the node that brings it over this many characters. */
const longestPage = 4 * 1024 * 1024;
/** Of a value as JSON; a longer one is named and left out. */
const longestValue = 256 * 1024;

/** Selects in one document, again and again. */
export function selectIn(snapshot: Snapshot): (selecting: Selecting) => SelectedPage {
  const tree = nodeTree(snapshot);
  return (selecting) => {
    const endMs = performance.now() + (selecting.mostMs ?? Number.POSITIVE_INFINITY);
    const { matches, rows } = compileSelector(selecting.selector, tree);
    const nodes: string[] = [];
    let length = 0;
    for (const row of rows ?? allRows(selecting.from, tree.count)) {
      if (row < selecting.from) continue;
      if (performance.now() > endMs) throw new SelectorTakesLong();
      if (!matches(tree.node(row))) continue;
      if (nodes.length === selecting.mostNodes || length > longestPage) return { nodes, next: row };
      const text = nodeText(snapshot, row, selecting);
      nodes.push(text);
      length += text.length;
    }
    return { nodes, next: undefined };
  };
}

function* allRows(from: number, count: number): Generator<number> {
  for (let row = from; row < count; row++) yield row;
}

function nodeText(snapshot: Snapshot, row: number, { properties, fileKey }: Selecting): string {
  const { id, shortName: name, type, parent } = snapshot.node(row);
  const path: string[] = [];
  for (let above = parent; above !== undefined && above > 0; above = snapshot.node(above).parent)
    path.push(snapshot.node(above).shortName);
  path.reverse();
  const head = JSON.stringify({ file_key: fileKey, id, name, type, path });
  return `${head.slice(0, -1)},${propertiesText(snapshot, row, properties)}}`;
}

/** As text, since a value may be nested deeper than it could be printed again. */
function propertiesText(snapshot: Snapshot, row: number, properties: readonly string[]): string {
  if (properties.length === 0) return '"properties":{}';
  const values = nodeValues(snapshot, row, { geometry: true });
  const [shown, tooLong]: [string[], string[]] = [[], []];
  for (const property of properties) {
    const text = valueText(values, property);
    if (text === undefined) continue;
    if (text.length > longestValue) tooLong.push(property);
    else shown.push(`${JSON.stringify(property)}:${text}`);
  }
  return `"properties":{${shown.join()}}${tooLong.length === 0 ? '' : `,"too_long":${JSON.stringify(tooLong)}`}`;
}

/** Several values, of a path through a list, as a list. */
function valueText(values: ReadonlyMap<string, string>, property: string): string | undefined {
  const [first = '', ...rest] = property.split('.');
  const whole = values.get(first);
  if (whole === undefined || rest.length === 0) return whole;
  const bytes = Buffer.from(whole);
  const path = jsonPath(rest.join('.'));
  const texts = spansOf(bytes, 0, path).map(({ start, end }) => bytes.toString('utf8', start, end));
  const isList = whole.startsWith('[') && path[0]?.place === undefined;
  return isList || texts.length > 1 ? `[${texts.join()}]` : texts[0];
}
