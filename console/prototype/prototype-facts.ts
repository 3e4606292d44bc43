import { Refused } from '../viewer/file-facts.ts';
import type { Box, Point } from '../viewer/view.ts';

export interface Frame {
  readonly id: string;
  readonly name: string;
  readonly bounds: Box;
}

/** The frames of one page, and which of them is meant. */
export interface Prototype {
  readonly page: string | null;
  readonly frames: readonly Frame[];
  readonly start: Frame | null;
  readonly frame: Frame | null;
}

export interface Click {
  readonly id: string;
  readonly name: string;
  readonly bounds: Box;
  readonly action: ClickAction;
}

export interface ClickAction {
  readonly type: 'NODE' | 'OVERLAY' | 'SWAP' | 'BACK' | 'CLOSE' | 'URL' | 'OTHER';
  readonly node?: string;
  /** Where the upper left corner of an overlay lies on the canvas, where the design says so. */
  readonly at?: Point;
  readonly url?: string;
}

/** What begins by time or keys. */
export interface Other {
  readonly trigger: {
    readonly type: 'DELAY' | 'KEY';
    readonly after_ms?: number;
    readonly key_codes?: readonly number[];
  };
  readonly action: ClickAction;
}

/** What happens on a frame, and the radii of its corners, clockwise from the upper left one. */
export interface Reactions {
  readonly corners: readonly number[];
  readonly clicks: readonly Click[];
  readonly others: readonly Other[];
}

type Query = Readonly<Record<string, string | undefined>>;

/** @throws Refused and whatever `fetch` throws without a network */
export const fetchPrototype = (facts: string, query: Query): Promise<Prototype> =>
  ask(`${facts}/prototype`, query) as Promise<Prototype>;

/** @throws Refused and whatever `fetch` throws without a network */
export const fetchReactions = (facts: string, frame: string, query: Query): Promise<Reactions> =>
  ask(`${facts}/nodes/${encodeURIComponent(frame)}/clicks`, query) as Promise<Reactions>;

/** The address with what of a query is said. */
export function addressWith(path: string, query: Query): string {
  const said = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`;
}

async function ask(path: string, query: Query): Promise<unknown> {
  const address = addressWith(path, query);
  const answer = await fetch(address, { cache: 'no-cache', headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Refused(answer);
  return answer.json();
}
