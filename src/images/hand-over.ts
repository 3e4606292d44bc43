import type { Kysely } from 'kysely';
import type { BlobId, FileKey, OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { livingProcesses } from '../installation/processes-store.ts';
import type { Together } from '../installation/together.ts';
import {
  addBatches,
  batchesBy,
  deleteBatches,
  type RenderBatchRow,
  waitingOf,
} from './render-batches-store.ts';
import type { RenderOutcome } from './render-task.ts';
import type { ComparedVersion, Outcomes, Rendering, RenderOnce, WantedImage } from './rendering-once.ts';
import { receiveImages } from './sent-images.ts';

/** No server draws; the message is one plain sentence for the caller. */
export class NobodyDraws extends Error {
  override readonly name = 'NobodyDraws';
  constructor() {
    super('No server that draws images is running at the moment. Try again in a while.');
  }
}

/** An image as another process is asked for it. */
export interface HandedOver extends WantedImage {
  /** The version before, the same for all images of a batch. */
  readonly earlier?: { readonly fileKey: FileKey; readonly snapshot: BlobId } | undefined;
}

interface Parts {
  readonly database: Kysely<Tables>;
  readonly together: Pick<Together, 'life' | 'bell'>;
  readonly blobs: Parameters<typeof receiveImages>[0]['blobs'];
  readonly files: Parameters<typeof receiveImages>[0]['files'];
  readonly now: () => number;
  readonly freshId: () => string;
}

/** Nodes that one process draws together. */
const mostOfBatch = 32;
/** What rings when there is something to draw, or something was drawn, may be missed. */
const lookMs = 250;
/** How long nobody who draws may live before callers are told so: one may just be replaced by the next. */
const patienceMs = 5_000;
const askMs = 1_000;

/** Has images drawn by processes that do: they take batches from a table, and leave there what became of them. */
export function handingOver(parts: Parts): RenderOnce {
  const { database, together } = parts;
  const nextRing = ringsOf(together.bell);
  return async (rendering, wanted) => {
    if (wanted.length === 0) return new Map();
    const batches = await ask(parts, rendering, wanted);
    const ids = batches.map(({ id }) => id);
    together.bell.ring('renderings');
    try {
      return await outcomesOf(parts, { ids, nextRing, signal: rendering.signal });
    } finally {
      await deleteBatches(database, ids).catch(() => undefined);
    }
  };
}

async function ask(
  { database, together, now, freshId }: Parts,
  { source, options, party, earlier }: Rendering,
  wanted: readonly WantedImage[],
): Promise<RenderBatchRow[]> {
  const organizationId = party.organization as OrganizationId;
  const before = await waitingOf(database, { organizationId, caller: party.caller });
  const rows = chunksOf(wanted).map((some, place) => ({
    id: freshId(),
    asker: together.life.id(),
    organizationId,
    caller: party.caller,
    fileKey: source.fileKey,
    snapshot: source.snapshot,
    options: JSON.stringify(options),
    wanted: JSON.stringify(some.map((one) => ({ ...one, earlier: earlier && namesOf(earlier) }))),
    turn: before + place,
    askedAt: now(),
    lease: null,
    outcomes: null,
  }));
  await addBatches(database, rows);
  return rows;
}

/** What is enough to open a version elsewhere. */
const namesOf = ({ source }: ComparedVersion): HandedOver['earlier'] => ({
  fileKey: source.fileKey,
  snapshot: source.snapshot,
});

const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / mostOfBatch) }, (_, place) =>
    items.slice(place * mostOfBatch, (place + 1) * mostOfBatch),
  );

/** @throws NobodyDraws */
async function outcomesOf(
  parts: Parts,
  {
    ids,
    nextRing,
    signal,
  }: { ids: readonly string[]; nextRing: () => Promise<void>; signal: AbortSignal | undefined },
): Promise<Outcomes> {
  const outcomes = new Map<string, RenderOutcome>();
  const open = new Set(ids);
  let someoneAt = performance.now();
  while (signal?.aborted !== true) {
    // What is drawn while the table is looked at may not be seen there yet.
    const ring = nextRing();
    const found = await batchesBy(parts.database, [...open]);
    if (found.length < open.size) throw new NobodyDraws();
    for (const { id, outcomes: sent } of found) {
      if (sent === null) continue;
      open.delete(id);
      for (const [name, outcome] of await receiveImages(parts, JSON.parse(sent))) outcomes.set(name, outcome);
    }
    if (open.size === 0) break;
    const silentMs = performance.now() - someoneAt;
    if (silentMs > askMs && (await isAnyDrawing(parts.database))) someoneAt = performance.now();
    else if (silentMs > patienceMs) throw new NobodyDraws();
    await thatOrAWhile(ring);
  }
  return outcomes;
}

async function isAnyDrawing(database: Kysely<Tables>): Promise<boolean> {
  const living = await livingProcesses(database);
  return living.some(({ roles }) => roles.split(',').includes('render'));
}

/** Answers with the next ring that something was drawn. */
function ringsOf(bell: Together['bell']): () => Promise<void> {
  let next = Promise.withResolvers<void>();
  bell.onRing('drawn', () => {
    next.resolve();
    next = Promise.withResolvers();
  });
  return () => next.promise;
}

export async function thatOrAWhile(ring: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<void>((done) => {
    timer = setTimeout(done, lookMs);
  });
  await Promise.race([ring, pause]);
  clearTimeout(timer);
}
