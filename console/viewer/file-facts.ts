import type { Box } from './view.ts';

/** What the server tells of a file: all that the viewer knows before it asks for pictures. */
export interface Facts {
  readonly name: string;
  readonly key: string;
  /** Names what the pages look like; the tiles of another state are out of date. */
  readonly state: string;
  /** The first of them, and the one that was asked for by its id or a node on it. */
  readonly pages: readonly Page[];
  /** Of all pages. */
  readonly page_count: number;
  /** Address of a tile, with names in braces for its parts. */
  readonly tiles: string;
  /** The node that the address of this page names, where there is one and it is there. */
  readonly node?: SoughtNode | null;
}

export interface Page {
  readonly id: string;
  readonly name: string;
  /** As `#rrggbb`. */
  readonly background: string;
  /** What its nodes cover; nothing on an empty page. */
  readonly bounds: Box | null;
}

/** What a page is called where it is shown. */
export const titleOf = ({ name }: Page): string => name.trim() || 'Untitled';

export interface SoughtNode {
  readonly id: string;
  readonly page: string;
  readonly bounds: Box | null;
}

/** A refusal of the server. */
export class Refused extends Error {
  readonly status: number;
  /** How long the server asks to be left alone. */
  readonly pauseMs: number;

  constructor(answer: Response) {
    super(`The server answered ${answer.status}.`);
    this.status = answer.status;
    this.pauseMs = pauseOf(answer);
  }
}

const longestPauseMs = 30_000;

function pauseOf(answer: Response): number {
  const seconds = Number(answer.headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, longestPauseMs) : 0;
}

/**
 * Asks for the facts, the server's own if they changed since the browser last kept them.
 * @throws Refused and whatever `fetch` throws without a network
 */
export async function fetchFacts(address: string): Promise<Facts> {
  const answer = await fetch(address, { cache: 'no-cache', headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Refused(answer);
  return (await answer.json()) as Facts;
}
