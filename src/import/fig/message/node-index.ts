import { DocumentRefused } from '../../../document/document-refused.ts';
import { guidText } from './guids.ts';
import type { ImportReport } from './import-report.ts';
import type { Fig, FigNode } from './wanted.ts';

type Reference = Fig<'StyleId'>;

/** The nodes of a message by what they are asked for. */
export interface NodeIndex {
  readonly document: FigNode;
  readonly byId: ReadonlyMap<string, FigNode>;
  /** Those below a node, the lowest first. */
  readonly children: (node: FigNode) => readonly FigNode[];
  readonly parent: (node: FigNode) => FigNode | undefined;
  /** A symbol by its guid, or by the id that its library knows it by. */
  readonly symbol: (id: string) => FigNode | undefined;
  /** A style, variable or collection by its guid, or by its key in a library. */
  readonly referred: (reference: Reference | undefined) => FigNode | undefined;
}

/** Sorts out what a message holds. @throws DocumentRefused where it has no document */
export function indexNodes(changes: readonly FigNode[], report: ImportReport): NodeIndex {
  const removed = new Set<string>();
  const byId = nodesById(changes, removed, report);
  const document = [...byId.values()].find(({ type }) => type === 'DOCUMENT');
  if (document === undefined) throw new DocumentRefused('The design holds no node of the type DOCUMENT.');
  const below = childrenByParent(byId);
  const children = (node: FigNode) => below.get(guidText(node.guid)!) ?? [];
  for (const id of looseNodes(document, byId, children, removed))
    report.warn('The node has no place in the document and is left out.', id);
  const byKey = new Map<string, FigNode>();
  const byOverrideKey = new Map<string, FigNode>();
  for (const node of byId.values()) {
    const key = keyOfStyle(node) ?? node.key;
    if (key !== undefined && key !== '' && !byKey.has(key)) byKey.set(key, node);
    const overrideKey = guidText(node.overrideKey);
    if (overrideKey !== undefined && node.type === 'SYMBOL' && !byOverrideKey.has(overrideKey))
      byOverrideKey.set(overrideKey, node);
  }
  return {
    document,
    byId,
    children,
    parent: (node) => byId.get(guidText(node.parentIndex?.guid) ?? ''),
    symbol: (id) => byId.get(id) ?? byOverrideKey.get(id),
    referred: (reference) =>
      byId.get(guidText(reference?.guid) ?? '') ?? byKey.get(reference?.assetRef?.key ?? ''),
  };
}

/** The key under which a style is known beyond its file. */
export function keyOfStyle(node: FigNode): string | undefined {
  return node.key || node.sharedStyleReference?.styleKey || node.sharedStyleMasterData?.styleKey || undefined;
}

function nodesById(
  changes: readonly FigNode[],
  removed: Set<string>,
  report: ImportReport,
): Map<string, FigNode> {
  const byId = new Map<string, FigNode>();
  for (const node of changes) {
    const id = guidText(node.guid);
    if (id === undefined) report.warn('A node without an id is left out.');
    else if (node.phase === 'REMOVED') removed.add(id);
    else if (byId.has(id)) report.warn('The id is given to several nodes; the first counts.', id);
    else byId.set(id, node);
  }
  return byId;
}

function childrenByParent(byId: ReadonlyMap<string, FigNode>): Map<string, FigNode[]> {
  const below = new Map<string, FigNode[]>();
  for (const node of byId.values()) {
    const parent = guidText(node.parentIndex?.guid);
    if (parent === undefined || node.type === 'DOCUMENT') continue;
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [node]);
    else siblings.push(node);
  }
  for (const siblings of below.values()) siblings.sort(inOrder);
  return below;
}

/** By position; nodes at one position by their ids, which is a guess. */
function inOrder(left: FigNode, right: FigNode): number {
  const [one, other] = [left.parentIndex!.position, right.parentIndex!.position];
  if (one !== other) return one < other ? -1 : 1;
  const [a, b] = [left.guid!, right.guid!];
  return a.sessionID - b.sessionID || a.localID - b.localID;
}

/** Nodes that no way leads to from the document. What lies below a removed one went with it and is none of them. */
function* looseNodes(
  document: FigNode,
  byId: ReadonlyMap<string, FigNode>,
  children: NodeIndex['children'],
  removed: ReadonlySet<string>,
): Generator<string> {
  const reached = new Set<FigNode>([document]);
  for (const node of reached) for (const child of children(node)) reached.add(child);
  const gone = new Set<FigNode>();
  for (const node of byId.values()) if (removed.has(guidText(node.parentIndex?.guid) ?? '')) gone.add(node);
  for (const node of gone) for (const child of children(node)) gone.add(child);
  for (const [id, node] of byId) if (!reached.has(node) && !gone.has(node)) yield id;
}
