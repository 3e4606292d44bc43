import type { NodeId } from '../../contract/branded-ids.ts';
import type { Layer } from '../../contract/contract.ts';
import { nodeIdOf } from '../../contract/node-ids.ts';
import { someValues } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { sortedSteps } from '../../document/sorted-steps.ts';
import { layerRecord } from './layer-record.ts';

/** A frame as a prototype shows it: alone. */
export interface Frame {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly bounds: NonNullable<Layer['bounds']>;
}

/** What a prototype shows by itself, and what only holds such frames. */
const shown: ReadonlySet<string> = new Set(['FRAME', 'COMPONENT', 'INSTANCE', 'SLIDE']);
const holders: ReadonlySet<string> = new Set(['SECTION', 'SLIDE_GRID', 'SLIDE_ROW']);

/** The frames of a page that are seen, in reading order; a step for each node that is looked at. */
export function* framesOf(snapshot: Snapshot, page: number): Generator<void, Frame[]> {
  const frames: Frame[] = [];
  const end = snapshot.node(page).subtreeEnd;
  for (let index = page + 1; index < end; ) {
    const { type, subtreeEnd } = snapshot.node(index);
    if (shown.has(type)) for (const frame of yield* frameOf(snapshot, index)) frames.push(frame);
    index = holders.has(type) ? index + 1 : subtreeEnd;
    yield;
  }
  return yield* inReadingOrder(frames);
}

/** None for what is hidden or has no place. */
function* frameOf(snapshot: Snapshot, index: number): Generator<void, Frame[]> {
  const { id, name, bounds, hidden } = yield* layerRecord(snapshot, index);
  return bounds === null || hidden === true ? [] : [{ index, id, name, bounds }];
}

/** Row by row, each from the left; what begins above the middle of a row's first frame is in that row. */
export function* inReadingOrder<Placed extends Pick<Frame, 'bounds'>>(
  frames: readonly Placed[],
): Generator<void, Placed[]> {
  const rows: Placed[][] = [];
  for (const frame of yield* sortedSteps(frames, ({ bounds }) => bounds.y)) {
    yield;
    const row = rows.at(-1);
    const first = row?.[0]?.bounds;
    if (row && first && frame.bounds.y < first.y + first.height / 2) row.push(frame);
    else rows.push([frame]);
  }
  const ordered: Placed[][] = [];
  for (const row of rows) ordered.push(yield* sortedSteps(row, ({ bounds }) => bounds.x));
  return ordered.flat();
}

/** The frame that a node is or lies in; of several the innermost. */
export function* frameAround(
  snapshot: Snapshot,
  known: ReadonlyMap<number, Frame>,
  node: number | undefined,
): Generator<void, Frame | undefined> {
  for (let at = node; at !== undefined; at = snapshot.node(at).parent) {
    const frame = known.get(at);
    if (frame !== undefined) return frame;
    yield;
  }
  return undefined;
}

/** So many starts of a page are believed. */
const mostStarts = 1000;
const startKeys: ReadonlySet<string> = new Set(['flowStartingPoints', 'prototypeStartNodeID']);

/** The nodes that a page says its prototypes start at: its flows in their order, then the one of older files. */
export function* saidStarts(snapshot: Snapshot, page: number): Generator<void, NodeId[]> {
  const values = yield* someValues(snapshot, page, startKeys);
  const flows: unknown = JSON.parse(values.get('flowStartingPoints') ?? '[]');
  const said: { nodeId?: unknown }[] = Array.isArray(flows) ? flows.slice(0, mostStarts) : [];
  const ofFlows = said.map((flow: { nodeId?: unknown } | null) => flow?.nodeId);
  const older: unknown = JSON.parse(values.get('prototypeStartNodeID') ?? 'null');
  return [...ofFlows, older].filter((id): id is string => typeof id === 'string').map(nodeIdOf);
}

/** Where a prototype starts: at the first of the said nodes that lies in a frame. */
export function* startOf(
  snapshot: Snapshot,
  known: ReadonlyMap<number, Frame>,
  starts: readonly NodeId[],
): Generator<void, Frame | undefined> {
  for (const id of starts) {
    const frame = yield* frameAround(snapshot, known, snapshot.find(id));
    if (frame !== undefined) return frame;
  }
  return undefined;
}
