import type { Layer } from '../../contract/contract.ts';
import { someValues } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { sortedSteps } from '../../document/sorted-steps.ts';
import { layerRecord } from './layer-record.ts';
import {
  actionKeys,
  type ClickAction,
  clickAction,
  type OtherTrigger,
  otherStarts,
} from './prototype-actions.ts';

type Box = NonNullable<Layer['bounds']>;

/** What a node does: `at` is where an overlay opens in px of the canvas, where that is said. */
type PlacedAction =
  | Exclude<ClickAction, { type: 'OVERLAY' }>
  | { readonly type: 'OVERLAY'; readonly node: string; readonly at?: Corner };
type Corner = Pick<Box, 'x' | 'y'>;

export interface Click {
  readonly id: string;
  readonly name: string;
  readonly bounds: Box;
  readonly action: PlacedAction;
}

/** What begins without a click. */
export interface Other extends Omit<Click, 'bounds'> {
  readonly trigger: OtherTrigger;
}

/** What the nodes of a frame do. */
export interface Reactions {
  /** Radii of the frame's corners, clockwise from the upper left one. */
  readonly corners: number[];
  readonly clicks: Click[];
  readonly others: Other[];
}

/** So many places of a frame are told, and so much that begins without a click. */
const mostClicks = 1000;
const mostOthers = 100;

/** What says what a click does, looked for once while a document stays open. */
const looks = new WeakMap<Snapshot, { readonly steps: Generator<void, number[]>; found?: number[] }>();

/** The nodes that may say what a click does, in order. Whoever takes a step in looking takes it for all who look. */
function* nodesWithClicks(snapshot: Snapshot): Generator<void, readonly number[]> {
  for (;;) {
    const look = looks.get(snapshot) ?? { steps: lookFor(snapshot) };
    looks.set(snapshot, look);
    if (look.found !== undefined) return look.found;
    try {
      const step = look.steps.next();
      if (step.done) look.found = step.value;
    } catch (error) {
      looks.delete(snapshot);
      throw error;
    }
    yield;
  }
}

function* lookFor(snapshot: Snapshot): Generator<void, number[]> {
  const found: number[] = [];
  for (const index of snapshot.nodesSaying([...actionKeys])) {
    if (index !== undefined) found.push(index);
    yield;
  }
  return yield* sortedSteps(found, (index) => index);
}

/** Whether a click on anything in a node does something. */
export function* hasClicks(snapshot: Snapshot, within: number): Generator<void, boolean> {
  const saying = yield* nodesWithClicks(snapshot);
  for (const index of inSubtree(snapshot, within, saying)) {
    if ((yield* actionOf(snapshot, index)) !== undefined) return true;
    yield;
  }
  return false;
}

/** The places in a frame where a click does something, those that lie above others last, and what begins without one. */
export function* clicksIn(snapshot: Snapshot, frame: number): Generator<void, Reactions> {
  const saying = yield* nodesWithClicks(snapshot);
  const [clicks, others]: [Click[], Other[]] = [[], []];
  const whole = yield* narrowed(snapshot, frame, { window: 'anywhere', cuts: true });
  const windows = new Map([[frame, whole]]);
  for (const index of inSubtree(snapshot, frame, saying)) {
    yield;
    const values = yield* someValues(snapshot, index, actionKeys);
    const [action, starts] = [clickAction(values), otherStarts(values)];
    if (action === undefined && starts.length === 0) continue;
    const bounds = yield* seenBounds(snapshot, index, { frame, windows });
    if (bounds === undefined) continue;
    const { id, shortName: name } = snapshot.node(index);
    const own = (yield* layerRecord(snapshot, index)).bounds ?? bounds;
    if (action !== undefined) clicks.push({ id, name, bounds, action: placed(action, own) });
    for (const one of starts.slice(0, mostOthers - others.length))
      others.push({ id, name, trigger: one.trigger, action: placed(one.action, own) });
    if (clicks.length === mostClicks) break;
  }
  const corners = cornersOf(yield* someValues(snapshot, frame, cornerKeys));
  return { corners, clicks, others };
}

const cornerKeys: ReadonlySet<string> = new Set(['cornerRadius', 'rectangleCornerRadii']);

function cornersOf(values: ReadonlyMap<string, string>): number[] {
  const radiusOf = (value: unknown): number =>
    typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
  const each: unknown = JSON.parse(values.get('rectangleCornerRadii') ?? 'null');
  if (Array.isArray(each)) return [0, 1, 2, 3].map((corner) => radiusOf(each[corner]));
  return Array(4).fill(radiusOf(JSON.parse(values.get('cornerRadius') ?? '0'))) as number[];
}

/** An overlay opens so far from the upper left corner of the node that opens it. */
function placed(action: ClickAction, { x, y }: Corner): PlacedAction {
  if (action.type !== 'OVERLAY') return action;
  const { type, node, offset } = action;
  return { type, node, ...(offset && { at: { x: x + offset.x, y: y + offset.y } }) };
}

/** Those of the sorted indexes that a node and all that is in it have. */
function inSubtree(snapshot: Snapshot, within: number, sorted: readonly number[]): number[] {
  const { subtreeEnd } = snapshot.node(within);
  return sorted.slice(firstFrom(sorted, within), firstFrom(sorted, subtreeEnd));
}

/** The place of the first of sorted numbers that is not below another. */
function firstFrom(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

function* actionOf(snapshot: Snapshot, index: number): Generator<void, ClickAction | undefined> {
  return clickAction(yield* someValues(snapshot, index, actionKeys));
}

/** Where the content of a node can be seen in a frame: nowhere, anywhere, or in a box. */
type Window = Box | 'nowhere' | 'anywhere';

interface Seen {
  readonly frame: number;
  /** Of the nodes that were looked at: many lie in the same ones. */
  readonly windows: Map<number, Window>;
}

/** What of a node is seen in a frame: nothing of what is hidden, nor beyond what cuts its content off. */
function* seenBounds(snapshot: Snapshot, index: number, seen: Seen): Generator<void, Box | undefined> {
  const { bounds, hidden } = yield* layerRecord(snapshot, index);
  if (hidden === true || bounds === null) return undefined;
  const { parent } = snapshot.node(index);
  if (index === seen.frame || parent === undefined) return bounds;
  return boundsIn(yield* windowOf(snapshot, parent, seen), bounds);
}

function boundsIn(window: Window, bounds: Box): Box | undefined {
  if (window === 'nowhere') return undefined;
  return window === 'anywhere' ? bounds : overlap(window, bounds);
}

/** Each node around is looked at once, from the outermost that is not known yet. */
function* windowOf(snapshot: Snapshot, node: number, { frame, windows }: Seen): Generator<void, Window> {
  const around: number[] = [];
  let at = node;
  for (; !windows.has(at); at = snapshot.node(at).parent ?? frame) {
    around.push(at);
    yield;
  }
  let window = windows.get(at) ?? 'nowhere';
  for (const index of around.reverse()) {
    const cuts = (yield* someValues(snapshot, index, clipKeys)).get('clipsContent') === 'true';
    window = yield* narrowed(snapshot, index, { window, cuts });
    windows.set(index, window);
    yield;
  }
  return window;
}

const clipKeys: ReadonlySet<string> = new Set(['clipsContent']);

function* narrowed(
  snapshot: Snapshot,
  index: number,
  { window, cuts }: { readonly window: Window; readonly cuts: boolean },
): Generator<void, Window> {
  const { bounds, hidden } = yield* layerRecord(snapshot, index);
  if (hidden === true) return 'nowhere';
  return cuts && bounds !== null ? (boundsIn(window, bounds) ?? 'nowhere') : window;
}

function overlap(one: Box, other: Box): Box | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
