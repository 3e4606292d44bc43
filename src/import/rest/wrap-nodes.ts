import { TreeCompiler } from '../../document/compile-tree.ts';
import { DocumentRefused } from '../../document/document-refused.ts';
import type { DocumentWarning } from '../../document/document-source.ts';
import { decodeString } from '../../document/json-spans.ts';
import { NodeColumn } from '../../document/snapshot-layout.ts';
import { SpanWriter } from '../../document/span-writer.ts';

/** A node with its subtree that comes without the document around it. */
interface LooseNode {
  readonly id: string;
  readonly type: string;
  readonly text: Uint8Array;
  readonly ids: ReadonlySet<string>;
}

export interface Wrapped {
  readonly document: Uint8Array;
  readonly warnings: readonly DocumentWarning[];
}

/**
 * Builds a document around nodes that come without one. A DOCUMENT is taken as it is and a CANVAS becomes a
 * page; everything else goes on a page of its own. A node that another one contains is left out.
 *
 * @throws DocumentRefused
 */
export function wrapNodes(texts: readonly Uint8Array[]): Wrapped {
  const nodes = texts.map(readLooseNode);
  const { outer, warnings } = separateContained(nodes);
  if (outer.length === 0) throw new DocumentRefused('The file holds no node that could be taken.');
  const document = outer.find((node) => node.type === 'DOCUMENT');
  if (document === undefined) return { document: buildDocument(outer), warnings };
  const outside = outer
    .filter((node) => node !== document)
    .map(({ id }) => ({ node: id, reason: notInside }));
  return { document: document.text, warnings: [...warnings, ...outside] };
}

const inside = 'The node is part of another one in the file and is taken there.';
const notInside = 'The file holds a whole document; the node is not part of it and is left out.';

/** A pass of the compiler whose bytes are thrown away: it knows what a tree of nodes is. */
function readLooseNode(text: Uint8Array): LooseNode {
  const prefix = new SpanWriter(4096);
  const { records } = new TreeCompiler(text, prefix, new SpanWriter(0)).compile();
  const stringOf = (row: number, column: number) => {
    const token = prefix.read(records.get(row, column), records.get(row, column + 1));
    return decodeString(token, 0, token.length);
  };
  const ids = Array.from({ length: records.rows }, (_, row) => stringOf(row, NodeColumn.idStart));
  return { id: ids[0]!, type: stringOf(0, NodeColumn.typeStart), text, ids: new Set(ids) };
}

function separateContained(nodes: readonly LooseNode[]): { outer: LooseNode[]; warnings: DocumentWarning[] } {
  const holders = new Map<string, number[]>(nodes.map((node) => [node.id, []]));
  for (const [index, node] of nodes.entries()) for (const id of node.ids) holders.get(id)?.push(index);
  const isContained = (node: LooseNode, index: number) =>
    holders.get(node.id)!.some((holder) => nodes[holder]!.id !== node.id || holder < index);
  return {
    outer: nodes.filter((node, index) => !isContained(node, index)),
    warnings: nodes.filter(isContained).map(({ id }) => ({ node: id, reason: inside })),
  };
}

/** What the contract asks of a page that nobody has drawn. */
const pageProperties =
  '"backgroundColor":{"r":0.9607843160629272,"g":0.9607843160629272,"b":0.9607843160629272,"a":1},' +
  '"prototypeStartNodeID":null,"flowStartingPoints":[],"prototypeDevice":{"type":"NONE","rotation":"NONE"}';

function buildDocument(nodes: readonly LooseNode[]): Uint8Array {
  const [documentId, pageId] = freeIds(nodes);
  const loose = nodes.filter((node) => node.type !== 'CANVAS');
  const pages = nodes.filter((node) => node.type === 'CANVAS').map((node) => node.text);
  if (loose.length > 0) pages.unshift(buildPage(pageId, loose));
  const head = `{"id":"${documentId}","name":"Document","type":"DOCUMENT","scrollBehavior":"SCROLLS","children":[`;
  return Buffer.concat([Buffer.from(head), ...joined(pages), Buffer.from(']}')]);
}

function buildPage(id: string, nodes: readonly LooseNode[]): Uint8Array {
  const head = `{"id":"${id}","name":"Page 1","type":"CANVAS","scrollBehavior":"SCROLLS","children":[`;
  const texts = joined(nodes.map((node) => node.text));
  return Buffer.concat([Buffer.from(head), ...texts, Buffer.from(`],${pageProperties}}`)]);
}

function joined(texts: readonly Uint8Array[]): Uint8Array[] {
  const comma = Buffer.from(',');
  return texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text]));
}

/** The first two ids of the form `0:N` that no node has. */
function freeIds(nodes: readonly LooseNode[]): [string, string] {
  const taken = new Set<string>();
  for (const { ids } of nodes) for (const id of ids) taken.add(id);
  const free: string[] = [];
  for (let number = 0; free.length < 2; number++) {
    const id = `0:${number}`;
    if (!taken.has(id)) free.push(id);
  }
  return [free[0]!, free[1]!];
}
