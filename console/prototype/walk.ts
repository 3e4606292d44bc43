import type { Facts } from '../viewer/file-facts.ts';
import { readPlace, searchAt } from './place.ts';
import {
  type Frame,
  fetchPrototype,
  fetchReactions,
  type Prototype,
  type Reactions,
} from './prototype-facts.ts';

/** From frame to frame: the address says which is shown, and the browser's history is the way back. */
export interface Walk {
  /** Takes the first facts, or those after a change. */
  take(facts: Facts): void;
  readonly facts: Facts | undefined;
  readonly frame: Frame | undefined;
  /** In place of the present step, where one is not to come back to it. */
  goTo(node: string, inPlace?: boolean): void;
  /** A frame of the file, and what happens on it. */
  look(node: string): Promise<Seen | undefined>;
  /** To the frame so many places further, where there is one. */
  step(by: number): void;
  restart(): void;
  /** One step back, and whether there was one. */
  back(): boolean;
}

export interface Seen {
  readonly frame: Frame;
  readonly reactions: Reactions;
}

export interface WalkEvents {
  arrived(frame: Frame, prototype: Prototype, facts: Facts): void;
  /** What happens on the frame that is shown. */
  reacts(reactions: Reactions): void;
  /** There is no such frame, or none at all. */
  nothing(prototype: Prototype): void;
  missed(again: () => void): void;
}

/** Steps that were taken here to where one is, as the browser remembers them. */
const depth = (): number => Number((history.state as { depth?: number } | null)?.depth ?? 0);

/** What was asked last, and of which state of the file. */
interface Known {
  readonly state: string;
  readonly prototype: Prototype;
}

/** The frames around a node, asked for where they are not known yet. */
async function prototypeWith(
  path: string,
  known: Known | undefined,
  node: string | undefined,
  state: string,
): Promise<Prototype> {
  const isKnown = known?.state === state && known.prototype.frames.some(({ id }) => id === node);
  if (known !== undefined && isKnown) return known.prototype;
  const { version } = readPlace(location.search);
  return fetchPrototype(path, { 'node-id': node, version });
}

function frameBeside(prototype: Prototype | undefined, frame: Frame | undefined, by: number) {
  const frames = prototype?.frames ?? [];
  const place = frames.findIndex(({ id }) => id === frame?.id);
  return place === -1 ? undefined : frames[place + by];
}

/** A frame of a prototype, with what happens on it. */
async function seenAt(path: string, node: string, prototype: Prototype): Promise<Seen | undefined> {
  const found = prototype.frames.find(({ id }) => id === node) ?? prototype.frame;
  if (found?.id !== node) return undefined;
  const { version } = readPlace(location.search);
  return { frame: found, reactions: await fetchReactions(path, node, { version }) };
}

function goBack(): boolean {
  if (depth() === 0) return false;
  history.back();
  return true;
}

export function createWalk(path: string, events: WalkEvents): Walk {
  let facts: Facts | undefined;
  let known: Known | undefined;
  let frame: Frame | undefined;
  let start: string | undefined;
  let turn = 0;

  async function settle(): Promise<void> {
    if (facts === undefined) return;
    turn += 1;
    const [mine, now, place] = [turn, facts, readPlace(location.search)];
    const wanted = place.node ?? place.start ?? place.page;
    try {
      const prototype = await prototypeWith(path, known, wanted, now.state);
      if (mine !== turn) return;
      known = { state: now.state, prototype };
      frame = prototype.frames.find(({ id }) => id === wanted) ?? prototype.frame ?? undefined;
      start ??= place.start ?? frame?.id;
      if (frame === undefined) return events.nothing(prototype);
      events.arrived(frame, prototype, now);
      const reactions = await fetchReactions(path, frame.id, { version: place.version });
      if (mine === turn) events.reacts(reactions);
    } catch {
      if (mine === turn) events.missed(() => void settle());
    }
  }

  function goTo(node: string, inPlace = false): void {
    if (node === frame?.id) return;
    const address = location.pathname + searchAt(node, start ?? node, location.search);
    if (inPlace) history.replaceState({ depth: depth() }, '', address);
    else history.pushState({ depth: depth() + 1 }, '', address);
    void settle();
  }

  addEventListener('popstate', () => void settle());
  return {
    get facts() {
      return facts;
    },
    get frame() {
      return frame;
    },
    goTo,
    look: async (node) => facts && seenAt(path, node, await prototypeWith(path, known, node, facts.state)),
    take: (next) => {
      facts = next;
      void settle();
    },
    step: (by) => {
      const next = frameBeside(known?.prototype, frame, by);
      if (next !== undefined) goTo(next.id);
    },
    restart: () => {
      const to = start ?? known?.prototype.start?.id;
      if (to !== undefined) goTo(to);
    },
    back: goBack,
  };
}
