import { nodeDefaults } from '../contract/node-defaults.ts';
import { decodeString, isStringAt } from '../document/json-spans.ts';
import type { NodeTable } from '../document/node-table.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { NodeColumn, none } from '../document/snapshot-layout.ts';
import { type JsonPath, jsonPath, spansOf, wordsOfValue } from './json-paths.ts';

/** Of nodes; more than these are not remembered. */
const mostTypes = 1000;

/** A node as the engine of selectors holds it: the same object whenever it is asked for. */
export interface TreeNode {
  readonly row: number;
  children?: readonly TreeNode[];
}

/** The nodes of a snapshot as the engine asks for them, nothing of which is read before it is asked for. */
export interface NodeTree {
  readonly count: number;
  /** Rows of the nodes that may say one of these anywhere, in order. */
  rowsWith(tokens: readonly Buffer[]): readonly number[];
  node(row: number): TreeNode;
  parent(node: TreeNode): TreeNode | null;
  children(node: TreeNode): readonly TreeNode[];
  /** With the node itself. */
  siblings(node: TreeNode): readonly TreeNode[];
  before(node: TreeNode): TreeNode | null;
  type(node: TreeNode): string;
  has(node: TreeNode, attribute: string): boolean;
  /** What the node says of a property, or else the contract's default. */
  value(node: TreeNode, attribute: string): string | undefined;
  /** Whether a text at or below the node has those words in it. */
  contains(node: TreeNode, words: string, ignoringCase: boolean): boolean;
}

export function nodeTree(snapshot: Snapshot): NodeTree {
  const table = snapshot.nodeTable();
  const { count, at } = table;
  const nodes: TreeNode[] = [];
  const node = (row: number): TreeNode => (nodes[row] ??= { row });
  const typeOf = types(table);
  const paths = new Map<string, JsonPath>();
  const spansIn = (own: Buffer, attribute: string) => {
    const path = paths.get(attribute) ?? jsonPath(attribute);
    paths.set(attribute, path);
    return spansOf(own, 0, path);
  };
  const parent = ({ row }: TreeNode) => {
    const above = at(row, NodeColumn.parent);
    return above === none ? null : node(above);
  };
  const children = (above: TreeNode): readonly TreeNode[] =>
    (above.children ??= childrenOf(table, above, node));
  const siblings = (one: TreeNode) => {
    const above = parent(one);
    return above === null ? [one] : children(above);
  };
  return {
    count,
    node,
    parent,
    children,
    siblings,
    rowsWith: table.rowsWith,
    before: (one) => previous(table, one, node),
    type: ({ row }) => typeOf(row),
    has: ({ row }, attribute) => spansIn(table.own(row), attribute).length > 0,
    value: ({ row }, attribute) => {
      if (attribute === 'type') return typeOf(row);
      const own = table.own(row);
      const spans = spansIn(own, attribute);
      if (spans.length === 1) return wordsOfValue(own, spans[0]!);
      if (spans.length > 1) return spans.map((span) => wordsOfValue(own, span)).join(' ');
      return nodeDefaults(typeOf(row)).get(attribute);
    },
    contains: textsOf(table),
  };
}

function childrenOf({ at }: NodeTable, { row }: TreeNode, node: (row: number) => TreeNode): TreeNode[] {
  const children: TreeNode[] = [];
  const end = at(row, NodeColumn.subtreeEnd);
  for (let child = row + 1; child < end; child = at(child, NodeColumn.subtreeEnd)) children.push(node(child));
  return children;
}

/** Up from the row before, which is the last one of the sibling before. */
function previous({ at }: NodeTable, { row }: TreeNode, node: (row: number) => TreeNode): TreeNode | null {
  const parent = at(row, NodeColumn.parent);
  if (parent === none || row === parent + 1) return null;
  let before = row - 1;
  while (at(before, NodeColumn.parent) !== parent) before = at(before, NodeColumn.parent);
  return node(before);
}

/** Of each row its type; the few that there are, are made to text once. */
function types(table: NodeTable): (row: number) => string {
  const known = new Map<number, { readonly token: Buffer; readonly name: string }>();
  const numbers = new Int32Array(table.count);
  return (row) => {
    const hash = numbers[row] || table.typeHash(row);
    const present = known.get(hash);
    if (numbers[row] !== 0 && present !== undefined) return present.name;
    const token = table.bytes(table.at(row, NodeColumn.typeStart), table.at(row, NodeColumn.typeEnd));
    if (present !== undefined && !present.token.equals(token)) return decodeString(token, 0, token.length);
    numbers[row] = hash;
    if (present !== undefined) return present.name;
    const name = decodeString(token, 0, token.length);
    if (known.size < mostTypes) known.set(hash, { token: Buffer.from(token), name });
    return name;
  };
}

/** The rows whose text has the words in it are found once, in one walk over all. */
function textsOf(table: NodeTable): NodeTree['contains'] {
  const rowsBy = new Map<string, readonly number[]>();
  const path = jsonPath('characters');
  const rowsWith = (words: string, ignoringCase: boolean): number[] => {
    const spelled = (text: string) => (ignoringCase ? text.toLowerCase() : text);
    const rows: number[] = [];
    for (let row = 0; row < table.count; row++) {
      const own = table.own(row);
      const [span] = spansOf(own, 0, path);
      if (span === undefined || !isStringAt(own, span.start)) continue;
      if (spelled(decodeString(own, span.start, span.end)).includes(spelled(words))) rows.push(row);
    }
    return rows;
  };
  return ({ row }, words, ignoringCase) => {
    const key = `${ignoringCase}${words}`;
    const rows = rowsBy.get(key) ?? rowsWith(words, ignoringCase);
    rowsBy.set(key, rows);
    const first = firstFrom(rows, row);
    return first < rows.length && rows[first]! < table.at(row, NodeColumn.subtreeEnd);
  };
}

function firstFrom(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
