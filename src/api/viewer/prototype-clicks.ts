import { runYielding } from '../../content/yielding.ts';
import type { Layer } from '../../contract/contract.ts';
import { someValues } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { layerRecord } from './layer-record.ts';

type Box = NonNullable<Layer['bounds']>;

/** What a click does, as far as prototypes are played here. */
export type ClickAction =
  | { readonly type: 'NODE'; readonly node: string }
  | { readonly type: 'BACK' }
  | { readonly type: 'URL'; readonly url: string }
  | { readonly type: 'OTHER' };

export interface Click {
  readonly id: string;
  readonly name: string;
  readonly bounds: Box;
  readonly action: ClickAction;
}

/** So many places of a frame are told. */
const mostClicks = 1000;
const saying = new WeakMap<Snapshot, Promise<number[]>>();

/** The nodes that may say what a click does, in order; looked for once while the document stays open. */
function nodesWithClicks(snapshot: Snapshot): Promise<number[]> {
  const known = saying.get(snapshot) ?? runYielding(lookFor(snapshot));
  saying.set(snapshot, known);
  known.catch(() => saying.delete(snapshot));
  return known;
}

function* lookFor(snapshot: Snapshot): Generator<void, number[]> {
  const found: number[] = [];
  for (const index of snapshot.nodesSaying(['interactions', 'transitionNodeID'])) {
    if (index !== undefined) found.push(index);
    yield;
  }
  return found.sort((one, other) => one - other);
}

/** Whether a click on anything in a node does something. */
export async function hasClicks(snapshot: Snapshot, within: number, wanted?: AbortSignal): Promise<boolean> {
  const saying = await nodesWithClicks(snapshot);
  return runYielding(hasClickable(snapshot, within, saying), wanted);
}

function* hasClickable(
  snapshot: Snapshot,
  within: number,
  saying: readonly number[],
): Generator<void, boolean> {
  for (const index of inSubtree(snapshot, within, saying)) {
    if ((yield* actionOf(snapshot, index)) !== undefined) return true;
    yield;
  }
  return false;
}

/** The places in a frame where a click does something, those that lie above others last. */
export async function clicksIn(snapshot: Snapshot, frame: number, wanted?: AbortSignal): Promise<Click[]> {
  const saying = await nodesWithClicks(snapshot);
  return runYielding(readClicks(snapshot, frame, saying), wanted);
}

function* readClicks(snapshot: Snapshot, frame: number, saying: readonly number[]): Generator<void, Click[]> {
  const clicks: Click[] = [];
  const whole = yield* narrowed(snapshot, frame, { window: 'anywhere', cuts: true });
  const windows = new Map([[frame, whole]]);
  for (const index of inSubtree(snapshot, frame, saying)) {
    yield;
    const action = yield* actionOf(snapshot, index);
    const bounds = action && (yield* seenBounds(snapshot, index, { frame, windows }));
    const { id, shortName: name } = snapshot.node(index);
    if (action !== undefined && bounds !== undefined) clicks.push({ id, name, bounds, action });
    if (clicks.length === mostClicks) break;
  }
  return clicks;
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

const clickKeys: ReadonlySet<string> = new Set(['interactions', 'transitionNodeID']);

function* actionOf(snapshot: Snapshot, index: number): Generator<void, ClickAction | undefined> {
  return clickAction(yield* someValues(snapshot, index, clickKeys));
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

type Said = Readonly<Record<string, unknown>>;

/** What a click on a node does by its properties; undefined where it does nothing. */
export function clickAction(values: ReadonlyMap<string, string>): ClickAction | undefined {
  const interactions = listOf(JSON.parse(values.get('interactions') ?? '[]'));
  if (interactions.length > 0) {
    const clicked = interactions.filter(({ trigger }) => objectOf(trigger).type === 'ON_CLICK');
    const actions = clicked.flatMap((one) => listOf(one.actions)).map(playedAction);
    return actions.find(({ type }) => type !== 'OTHER') ?? actions[0];
  }
  const older: unknown = JSON.parse(values.get('transitionNodeID') ?? 'null');
  return typeof older === 'string' ? { type: 'NODE', node: older } : undefined;
}

/** Ways to another frame; what opens above the present one is shown alone. */
const shownAlone: ReadonlySet<unknown> = new Set(['NAVIGATE', 'SWAP', 'OVERLAY']);

function playedAction({ type, destinationId, navigation, url }: Said): ClickAction {
  if (type === 'BACK' || type === 'CLOSE') return { type: 'BACK' };
  const address = type === 'URL' ? addressOfWeb(url) : undefined;
  if (address !== undefined) return { type: 'URL', url: address };
  if (type === 'NODE' && typeof destinationId === 'string' && shownAlone.has(navigation))
    return { type: 'NODE', node: destinationId };
  return { type: 'OTHER' };
}

/** With a host after its slashes, without which it would lead to a path of our own; names and passwords are left out. */
function addressOfWeb(url: unknown): string | undefined {
  const address = typeof url === 'string' && /^https?:\/\/[^/\\]/i.test(url) ? URL.parse(url) : null;
  if (address === null) return undefined;
  if (address.username === '' && address.password === '') return url as string;
  Object.assign(address, { username: '', password: '' });
  return address.href;
}

const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null;
const objectOf = (value: unknown): Said => (isSaid(value) ? value : {});
const listOf = (value: unknown): Said[] => (Array.isArray(value) ? value.filter(isSaid) : []);
