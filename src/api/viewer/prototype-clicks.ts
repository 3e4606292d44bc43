import { beginSlice, runYielding } from '../../content/yielding.ts';
import type { Layer } from '../../contract/contract.ts';
import { nodeValues } from '../../document/node-values.ts';
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
export async function hasClicks(snapshot: Snapshot, within: number): Promise<boolean> {
  for await (const _click of clickable(snapshot, within)) return true;
  return false;
}

/** The places in a frame where a click does something, those that lie above others last. */
export async function clicksIn(snapshot: Snapshot, frame: number): Promise<Click[]> {
  const clicks: Click[] = [];
  for await (const { index, action } of clickable(snapshot, frame)) {
    const bounds = seenBounds(snapshot, index, frame);
    const { id, name } = snapshot.node(index);
    if (bounds !== undefined) clicks.push({ id, name, bounds, action });
    if (clicks.length === mostClicks) break;
  }
  return clicks;
}

async function* clickable(
  snapshot: Snapshot,
  within: number,
): AsyncGenerator<{ readonly index: number; readonly action: ClickAction }> {
  const { subtreeEnd } = snapshot.node(within);
  const slice = beginSlice();
  for (const index of await nodesWithClicks(snapshot)) {
    if (index < within) continue;
    if (index >= subtreeEnd) return;
    if (slice.isOver()) await slice.next();
    const action = clickAction(nodeValues(snapshot, index));
    if (action !== undefined) yield { index, action };
  }
}

/** What of a node is seen in a frame: nothing of what is hidden, nor beyond what cuts its content off. */
function seenBounds(snapshot: Snapshot, index: number, frame: number): Box | undefined {
  let seen: Box | undefined;
  for (let at: number | undefined = index; at !== undefined; at = snapshot.node(at).parent) {
    const { bounds, hidden } = layerRecord(snapshot, at);
    if (hidden === true) return undefined;
    const cuts = at === index || at === frame || nodeValues(snapshot, at).get('clipsContent') === 'true';
    if (cuts && bounds !== null) seen = seen === undefined ? bounds : overlap(seen, bounds);
    if (at === frame || (cuts && seen === undefined)) break;
  }
  return seen;
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
  if (type === 'URL' && typeof url === 'string' && isOfWeb(url)) return { type: 'URL', url };
  if (type === 'NODE' && typeof destinationId === 'string' && shownAlone.has(navigation))
    return { type: 'NODE', node: destinationId };
  return { type: 'OTHER' };
}

const isOfWeb = (url: string): boolean => ['https:', 'http:'].includes(URL.parse(url)?.protocol ?? '');

const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null;
const objectOf = (value: unknown): Said => (isSaid(value) ? value : {});
const listOf = (value: unknown): Said[] => (Array.isArray(value) ? value.filter(isSaid) : []);
