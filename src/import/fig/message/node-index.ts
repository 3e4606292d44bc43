import { DocumentRefused } from '../../../document/document-refused.ts';
import { guidText } from './guids.ts';
import type { ImportReport } from './import-report.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { Fig } from './wanted.ts';
import type { NodeHead } from './wanted-heads.ts';

type Reference = Fig<'StyleId'>;

/** The nodes of a message by what they are asked for. */
export interface NodeIndex extends Omit<StoredNodes, 'heads'> {
  readonly document: NodeHead;
  readonly byId: ReadonlyMap<string, NodeHead>;
  /** Those below a node, the lowest first. */
  readonly children: (node: NodeHead) => readonly NodeHead[];
  readonly parent: (node: NodeHead) => NodeHead | undefined;
  /** A symbol by its guid, or by the id that its library knows it by. */
  readonly symbol: (id: string) => NodeHead | undefined;
  /** A style, variable or collection by its guid, or by its key in a library. */
  readonly referred: (reference: Reference | undefined) => NodeHead | undefined;
}

/** Sorts out what a message holds. @throws DocumentRefused where it has no document */
export function indexNodes({ heads, ...reading }: StoredNodes, report: ImportReport): NodeIndex {
  const removed = new Set<string>();
  const byId = nodesById(heads, removed, report);
  const document = [...byId.values()].find(({ type }) => type === 'DOCUMENT');
  if (document === undefined) throw new DocumentRefused('The design holds no node of the type DOCUMENT.');
  const below = childrenByParent(byId);
  const children = (node: NodeHead) => below.get(guidText(node.guid)!) ?? [];
  for (const id of looseNodes(document, byId, children, removed))
    report.warn('The node has no place in the document and is left out.', id);
  const byKey = new Map<string, NodeHead>();
  const byOverrideKey = new Map<string, NodeHead>();
  for (const node of byId.values()) {
    const key = keyOfStyle(node) ?? node.key;
    if (key !== undefined && key !== '' && !byKey.has(key)) byKey.set(key, node);
    const overrideKey = guidText(node.overrideKey);
    if (overrideKey !== undefined && node.type === 'SYMBOL' && !byOverrideKey.has(overrideKey))
      byOverrideKey.set(overrideKey, node);
  }
  return {
    ...reading,
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
export function keyOfStyle(node: NodeHead): string | undefined {
  return node.key || node.sharedStyleReference?.styleKey || node.sharedStyleMasterData?.styleKey || undefined;
}

function nodesById(
  changes: readonly NodeHead[],
  removed: Set<string>,
  report: ImportReport,
): Map<string, NodeHead> {
  const byId = new Map<string, NodeHead>();
  const more = new Map<string, number>();
  let nameless = 0;
  for (const node of changes) {
    const id = guidText(node.guid);
    if (id === undefined) nameless += 1;
    else if (node.phase === 'REMOVED') removed.add(id);
    else if (byId.has(id)) more.set(id, (more.get(id) ?? 0) + 1);
    else byId.set(id, node);
  }
  if (nameless > 0) report.warn(`Nodes without an id are left out: ${nameless.toLocaleString('en')}.`);
  for (const [id, count] of more)
    report.warn(`The id is given to ${(count + 1).toLocaleString('en')} nodes; the first counts.`, id);
  return byId;
}

function childrenByParent(byId: ReadonlyMap<string, NodeHead>): Map<string, NodeHead[]> {
  const below = new Map<string, NodeHead[]>();
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
function inOrder(left: NodeHead, right: NodeHead): number {
  const [one, other] = [left.parentIndex!.position, right.parentIndex!.position];
  if (one !== other) return one < other ? -1 : 1;
  const [a, b] = [left.guid!, right.guid!];
  return a.sessionID - b.sessionID || a.localID - b.localID;
}

/** Nodes that no way leads to from the document. What lies below a removed one went with it and is none of them. */
function* looseNodes(
  document: NodeHead,
  byId: ReadonlyMap<string, NodeHead>,
  children: NodeIndex['children'],
  removed: ReadonlySet<string>,
): Generator<string> {
  const reached = new Set<NodeHead>([document]);
  for (const node of reached) for (const child of children(node)) reached.add(child);
  const gone = new Set<NodeHead>();
  for (const node of byId.values()) if (removed.has(guidText(node.parentIndex?.guid) ?? '')) gone.add(node);
  for (const node of gone) for (const child of children(node)) gone.add(child);
  for (const [id, node] of byId) if (!reached.has(node) && !gone.has(node)) yield id;
}
