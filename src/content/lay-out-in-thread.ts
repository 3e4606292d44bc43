import { getHeapStatistics } from 'node:v8';
import { memorySource } from '../document/byte-source.ts';
import { readOverlayYielding } from '../document/overlay.ts';
import type { Patch } from '../document/patches.ts';
import { oneByOne } from '../processes/one-by-one.ts';
import { programBeside } from '../processes/program-beside.ts';
import type { Party } from '../processes/turns.ts';
import type { JsonRecord } from '../render/scene/json-values.ts';
import type { InstalledFont } from '../render/text/open-font-registry.ts';
import type { Followed, TwoStates } from '../variables/follow/followed-nodes.ts';
import { patchFollowed } from '../variables/follow/patch-followed.ts';
import type { ShelvedSnapshot } from './snapshot-shelf.ts';
import { ThreadEnded, type ThreadLimits, workInThread } from './work-in-thread.ts';
import { beginSlice, runYielding } from './yielding.ts';

/** What the thread is told at its start; the moving nodes come after it. */
export interface LayoutTask {
  readonly snapshotPath: string;
  readonly overlayPath: string | undefined;
  readonly base: string;
  readonly fonts: readonly InstalledFont[];
}

/** A node whose values followed, by what they come to. */
export interface MovingNode {
  readonly index: number;
  readonly changes: JsonRecord;
}

/** Ten times what 50,000 texts in one frame take. */
const limits: ThreadLimits = {
  heapMb: Math.floor(Math.min(2048, getHeapStatistics().heap_size_limit / 2 ** 20)),
  deadlineMs: 120_000,
};

/** Laying out takes a core. */
const inTurn = oneByOne();

/**
 * The patches of what moving nodes come to, laid out in a thread of its own. Where that takes too long or too much
 * memory they get their values and stay where they are.
 */
export async function layOutInThread(
  document: ShelvedSnapshot,
  moving: Followed['moving'],
  { fonts, party, ...more }: { fonts: readonly InstalledFont[]; party: Party; limits?: ThreadLimits },
): Promise<readonly Patch[]> {
  const { path: snapshotPath, overlayPath, base, snapshot } = document;
  const work = {
    entry: programBeside(import.meta.url, 'layout-thread'),
    workerData: { snapshotPath, overlayPath, base, fonts } satisfies LayoutTask,
    tell: (post: (nodes: readonly MovingNode[]) => void) => tellMoving(moving, post),
  };
  try {
    const overlay = await inTurn(party, () => workInThread<Uint8Array>(work, more.limits ?? limits));
    const read = await readOverlayYielding(memorySource(overlay), runYielding);
    return read?.patches.patches ?? [];
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return runYielding(whereTheyAre(snapshot, moving));
  }
}

const nodesPerMessage = 100;

/** None at the end says that it is one. */
async function tellMoving(
  moving: Followed['moving'],
  post: (nodes: readonly MovingNode[]) => void,
): Promise<void> {
  const slice = beginSlice();
  let nodes: MovingNode[] = [];
  for (const [index, states] of moving) {
    nodes.push({ index, changes: changesOf(states) });
    if (nodes.length < nodesPerMessage) continue;
    post(nodes);
    nodes = [];
    if (slice.isOver()) await slice.next();
  }
  if (nodes.length > 0) post(nodes);
  post([]);
}

const changesOf = ({ before, after }: TwoStates): JsonRecord =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => value !== before[key]));

function* whereTheyAre(
  snapshot: ShelvedSnapshot['snapshot'],
  moving: Followed['moving'],
): Generator<void, Patch[]> {
  const patches: Patch[] = [];
  for (const [index, states] of moving) {
    for (const patch of yield* patchFollowed(snapshot, index, states)) patches.push(patch);
    yield;
  }
  return patches;
}
