import { isArchivedFile } from '../access/archived-store.ts';
import type { Caller } from '../access/caller.ts';
import type { FileAccessRow } from '../access/file-access-store.ts';
import { foundFiles, isFound } from '../access/found-files-store.ts';
import { BlobDamaged } from '../blobs/object-store.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import { readShown } from '../document/read-node.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { findVersion } from '../files/versions-store.ts';
import { keysOf } from '../words/index-blocks.ts';
import { type KeysById, type NodeWords, nodeWords } from '../words/node-words.ts';
import { type Rank, rankOf, ranks, type SearchQuery, soughtFor } from '../words/search-query.ts';
import type { PlaceOfFiles } from './files-in-place-store.ts';
import { type CandidateBlock, candidateBlocks } from './search-blocks-store.ts';

/** Where a page ends: at a node, among those of a rank. */
export interface SearchPlace {
  readonly rank: Rank;
  readonly block: number;
  /** The first of the block that was not looked at. */
  readonly node: number;
}

export interface Hit {
  readonly file: FileAccessRow;
  readonly node: NodeWords;
  readonly path: readonly string[];
  /** Whether there is a picture of it: not of what is hidden, or lets all through. */
  readonly isSeen: boolean;
}

export interface Searching {
  readonly caller: Caller;
  readonly query: SearchQuery;
  /** A file that the caller sees. */
  readonly file: FileKey | undefined;
  readonly place: PlaceOfFiles | undefined;
  readonly from: SearchPlace | undefined;
  readonly mostHits: number;
  readonly signal: AbortSignal;
}

export interface SearchPage {
  readonly hits: readonly Hit[];
  readonly next: SearchPlace | undefined;
}

const blocksAtOnce = 64;
/** Of files that the caller sees; a page may be short before the last one. */
const mostBlocks = 300;

/**
 * Nodes that say what is sought, best first, of each rank those of the files that were read last. The index says only
 * where to look: what is answered was read from the current state of a file that the caller sees.
 */
export async function searchNodes(context: Context, searching: Searching): Promise<SearchPage> {
  const search = new Search(context, searching);
  const first = searching.from?.rank ?? 1;
  for (const rank of ranks.filter((each) => each >= first)) {
    const from = searching.from?.rank === rank ? searching.from : undefined;
    const next = await search.lookThrough(rank, from);
    if (next !== undefined) return { hits: search.hits, next };
  }
  return { hits: search.hits, next: undefined };
}

class Search {
  readonly hits: Hit[] = [];
  readonly #context: Context;
  readonly #searching: Searching;
  readonly #files = new Map<FileKey, FileAccessRow | undefined>();
  #blocks = 0;

  constructor(context: Context, searching: Searching) {
    this.#context = context;
    this.#searching = searching;
  }

  /** @returns where the page ends, if before the last node of the rank */
  readonly lookThrough = async (
    rank: Rank,
    from: SearchPlace | undefined,
  ): Promise<SearchPlace | undefined> => {
    const { query, file, place, signal } = this.#searching;
    const sought = soughtFor(query, rank);
    if (sought === undefined) return undefined;
    for (let below = from === undefined ? Number.MAX_SAFE_INTEGER : from.block + 1; ; ) {
      signal.throwIfAborted();
      const wanted = { sought, file, place, below, count: blocksAtOnce };
      const blocks = await candidateBlocks(this.#context.database, wanted);
      await this.#meet(blocks);
      for (const block of blocks) {
        const end = await this.#lookAt(block, { rank, block: block.id, node: this.#start(block, from) });
        if (end !== undefined) return end;
      }
      if (blocks.length < blocksAtOnce) return undefined;
      below = blocks.at(-1)!.id;
    }
  };

  #start(block: CandidateBlock, from: SearchPlace | undefined): number {
    return from?.block === block.id ? from.node : block.first;
  }

  /** Learns which files of some blocks the caller sees. */
  async #meet(blocks: readonly CandidateBlock[]): Promise<void> {
    const { user } = this.#searching.caller;
    const { database } = this.#context;
    const keys = [...new Set(blocks.map(({ fileKey }) => fileKey))].filter((key) => !this.#files.has(key));
    if (keys.length === 0) return;
    for (const key of keys) this.#files.set(key, undefined);
    const { file: named, place } = this.#searching;
    let query = foundFiles(database, user, named).where(among(database, 'files.key', keys));
    if (named === undefined && place === undefined) query = query.where((term) => term.not(isArchivedFile));
    const files = await query.execute();
    for (const file of files) if (isFound(user, file)) this.#files.set(file.key, file);
  }

  /** @returns where the page ends, if in this block or before it */
  async #lookAt(block: CandidateBlock, place: SearchPlace): Promise<SearchPlace | undefined> {
    const file = this.#files.get(block.fileKey);
    if (file === undefined || file.currentVersion === null) return undefined;
    const { mostHits, query } = this.#searching;
    if (this.hits.length >= mostHits || this.#blocks >= mostBlocks) return place;
    this.#blocks++;
    const { database, snapshots } = this.#context;
    const { snapshot: id } = await findVersion(database, file, undefined);
    const range = { from: place.node, end: block.end, most: mostHits - this.hits.length };
    const { hits, next } = await snapshots
      .read(id, async ({ snapshot }) =>
        runYielding(hitsIn(snapshot, file, { query, rank: place.rank, ...range })),
      )
      .catch((error) => this.#leaveOut(error, file));
    for (const hit of hits) this.hits.push(hit);
    return next === undefined ? undefined : { ...place, node: next };
  }

  /** One damaged file keeps nobody from what others say. */
  #leaveOut(error: unknown, { key, currentVersion }: FileAccessRow) {
    if (!(error instanceof BlobDamaged)) throw error;
    this.#files.set(key, undefined);
    const cause = { file: key, version: currentVersion, error: error.message };
    this.#context.log.error(cause, 'a search leaves out a file whose design is damaged');
    return { hits: [], next: undefined };
  }
}

interface HitRange {
  readonly query: SearchQuery;
  readonly rank: Rank;
  readonly from: number;
  readonly end: number;
  readonly most: number;
}

/** The hits among some nodes, and where there may be more than are wanted. */
function* hitsIn(
  snapshot: Snapshot,
  file: FileAccessRow,
  { query, rank, from, end, most }: HitRange,
): Generator<void, { readonly hits: Hit[]; readonly next: number | undefined }> {
  const hits: Hit[] = [];
  const keys = keysFor(snapshot, query);
  for (let row = from; row < Math.min(end, snapshot.nodeCount); row++) {
    if (hits.length === most) return { hits, next: row };
    yield;
    const { shortName } = snapshot.node(row);
    // A name that is too long to be read is sought in its beginning.
    const shown = yield* readShown(snapshot, row);
    const own = nodeWords({ name: shortName, ...shown }, keys);
    const node = row === 0 ? { ...own, name: file.name } : own;
    const above = placeOf(snapshot, row);
    const isSeen = shown.visible !== false && shown.opacity !== 0;
    const hit = { file, node: row === 0 ? node : { ...node, name: shortName }, path: above.path, isSeen };
    if (rankOf(query, node, above.page) === rank) hits.push(hit);
  }
  return { hits, next: undefined };
}

/** Keys of components and styles are needed only where they are asked for. */
function keysFor(snapshot: Snapshot, { facts }: SearchQuery): KeysById {
  const areNeeded = facts.some(([kind]) => kind === 'component' || kind === 'style');
  return areNeeded ? keysOf(snapshot) : new Map();
}

/** Names of what a node stands in, from the page down, and the page's id. */
function placeOf(snapshot: Snapshot, row: number): { path: string[]; page: string | undefined } {
  const path: string[] = [];
  let page = snapshot.node(row).depth === 1 ? (snapshot.node(row).id as string) : undefined;
  let above = snapshot.node(row).parent;
  while (above !== undefined && above > 0) {
    const node = snapshot.node(above);
    path.push(node.shortName);
    page = node.id;
    above = node.parent;
  }
  return { path: path.reverse(), page };
}
