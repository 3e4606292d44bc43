import type { NodeId } from '../contract/branded-ids.ts';
import { objectOf, someValues } from '../document/node-values.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { isMarkable, type Mark } from './mark-nodes.ts';

/**
 * The nodes of a document whose state of development is another than in the one before, where they are new ones and
 * have one too; without a document before, all that have one. In small steps: it looks through both documents.
 */
export function* devStatusChanges(before: Snapshot | undefined, after: Snapshot): Generator<void, Mark[]> {
  const was: ReadonlyMap<NodeId, Mark> = before === undefined ? new Map() : yield* marksIn(before);
  const is = yield* marksIn(after);
  const changed = [...is.values()].filter((mark) => !isSame(mark, was.get(mark.nodeId)));
  const ended = [...was.keys()].filter((id) => !is.has(id) && after.find(id) !== undefined);
  return [...changed, ...ended.map((nodeId) => ({ nodeId, status: 'NONE', message: null }) as const)];
}

const isSame = (one: Mark, other: Mark | undefined): boolean =>
  one.status === other?.status && one.message === other.message;

const statusKey: ReadonlySet<string> = new Set(['devStatus']);

function* marksIn(document: Snapshot): Generator<void, Map<NodeId, Mark>> {
  const marks = new Map<NodeId, Mark>();
  for (const index of document.nodesSaying(['devStatus'])) {
    yield;
    if (index === undefined) continue;
    const { id, type } = document.node(index);
    if (!isMarkable(type)) continue;
    const mark = markOf(id, objectOf(yield* someValues(document, index, statusKey), 'devStatus'));
    if (mark !== undefined) marks.set(id, mark);
  }
  return marks;
}

/** Undefined for a node without a state, and for one that there is not. */
function markOf(nodeId: NodeId, devStatus: unknown): Mark | undefined {
  const { type, description } = (devStatus ?? {}) as { type?: unknown; description?: unknown };
  if (type !== 'READY_FOR_DEV' && type !== 'COMPLETED') return undefined;
  return { nodeId, status: type, message: typeof description === 'string' ? description : null };
}
