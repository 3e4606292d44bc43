import { mapYielding } from '../../content/yielding.ts';
import type { NodeId } from '../../contract/branded-ids.ts';
import type { Layer } from '../../contract/contract.ts';
import { nodeIdOf } from '../../contract/node-ids.ts';
import { nodeValues } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';
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

/** The frames of a page that are seen, in reading order. */
export async function framesOf(snapshot: Snapshot, page: number): Promise<Frame[]> {
  const frames = await mapYielding(candidates(snapshot, page), (index): Frame[] => {
    const { id, name, bounds, hidden } = layerRecord(snapshot, index);
    return bounds === null || hidden === true ? [] : [{ index, id, name, bounds }];
  });
  return inReadingOrder(frames.flat());
}

function* candidates(snapshot: Snapshot, around: number): Generator<number> {
  for (const index of snapshot.children(around)) {
    const { type } = snapshot.node(index);
    if (shown.has(type)) yield index;
    else if (holders.has(type)) yield* candidates(snapshot, index);
  }
}

/** Row by row, each from the left; what begins above the middle of a row's first frame is in that row. */
export function inReadingOrder<Placed extends Pick<Frame, 'bounds'>>(frames: readonly Placed[]): Placed[] {
  const rows: Placed[][] = [];
  for (const frame of frames.toSorted((one, other) => one.bounds.y - other.bounds.y)) {
    const row = rows.at(-1);
    const first = row?.[0]?.bounds;
    if (row && first && frame.bounds.y < first.y + first.height / 2) row.push(frame);
    else rows.push([frame]);
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.bounds.x - other.bounds.x));
}

/** The frame that a node is or lies in; of several the innermost. */
export function frameAround(
  snapshot: Snapshot,
  frames: readonly Frame[],
  node: number | undefined,
): Frame | undefined {
  const known = new Map(frames.map((frame) => [frame.index, frame]));
  for (let at = node; at !== undefined; at = snapshot.node(at).parent) {
    const frame = known.get(at);
    if (frame !== undefined) return frame;
  }
  return undefined;
}

/** The nodes that a page says its prototypes start at: its flows in their order, then the one of older files. */
export function saidStarts(snapshot: Snapshot, page: number): NodeId[] {
  const values = nodeValues(snapshot, page);
  const flows: unknown = JSON.parse(values.get('flowStartingPoints') ?? '[]');
  const ofFlows = Array.isArray(flows) ? flows.map((flow: { nodeId?: unknown } | null) => flow?.nodeId) : [];
  const older: unknown = JSON.parse(values.get('prototypeStartNodeID') ?? 'null');
  return [...ofFlows, older].filter((id): id is string => typeof id === 'string').map(nodeIdOf);
}

/** Where a page's prototype starts: at the first of the said nodes that lies in a frame, else at the first frame. */
export function startOf(snapshot: Snapshot, page: number, frames: readonly Frame[]): Frame | undefined {
  const said = saidStarts(snapshot, page).map((id) => frameAround(snapshot, frames, snapshot.find(id)));
  return said.find((frame) => frame !== undefined) ?? frames[0];
}
