import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { StoreAway } from '../blobs/object-store.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import type { BlobId, FileKey, OrganizationId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { onceRestored, waitsForRestore } from '../database/waits-for-restore.ts';
import { messageOf } from '../errors.ts';
import { livingProcesses } from '../installation/processes-store.ts';
import type { Together } from '../installation/together.ts';
import type { FontSet } from './font-set.ts';
import { type HandedOver, thatOrAWhile } from './hand-over.ts';
import type { ImageSource } from './image-name.ts';
import {
  claimBatch,
  finishBatch,
  giveBackBatches,
  type RenderBatchRow,
  takeBackBatches,
} from './render-batches-store.ts';
import type { ComparedVersion, Outcomes, RenderOnce, WantedImage } from './rendering-once.ts';
import { type SentImages, sendImages } from './sent-images.ts';

/** Draws what servers that do not draw have asked for. */
export interface DrawForOthers {
  start(): void;
  /** What is not finished others take over. */
  stop(): Promise<void>;
}

export interface DrawForOthersParts {
  readonly database: Kysely<Tables>;
  readonly together: Pick<Together, 'life' | 'bell'>;
  readonly snapshots: SnapshotShelf;
  readonly blobs: Parameters<typeof sendImages>[0]['blobs'];
  readonly files: Parameters<typeof sendImages>[0]['files'];
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly renderOnce: RenderOnce;
  readonly fonts: (organizationId: OrganizationId) => Promise<FontSet>;
  /** What a file's images are drawn from; undefined where the file is gone. */
  readonly sourceOf: (fileKey: FileKey, snapshot: BlobId) => Promise<ImageSource | undefined>;
  readonly freshId: () => string;
  /** So many batches at once; the pool shares its processes out among them. */
  readonly most: number;
  readonly drawn: (images: number) => void;
}

/** Where nobody asks. */
export const nothingForOthers: DrawForOthers = { start: () => undefined, stop: async () => undefined };

/** Those who died with something under way are looked for less often: with the next look within a second. */
const takeBackMs = 750;

export function drawForOthers(parts: DrawForOthersParts): DrawForOthers {
  const { database, together, log } = parts;
  /** The leases of what is being drawn. */
  const underWay = new Set<string>();
  const ended = new AbortController();
  let heard = Promise.withResolvers<void>();
  let tookBackAt = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<void> => {
    if (!together.life.isAlive()) return;
    if (performance.now() - tookBackAt > takeBackMs) {
      tookBackAt = performance.now();
      const living = (await livingProcesses(database)).map(({ id }) => id);
      const drawing = { living, processId: together.life.id(), leases: [...underWay] };
      if (living.length > 0) await takeBackBatches(database, drawing);
    }
    while (underWay.size < parts.most && !ended.signal.aborted) {
      const lease = `${together.life.id()}.${parts.freshId()}`;
      const batch = await claimBatch(database, lease);
      if (batch === undefined) return;
      underWay.add(lease);
      void draw(parts, batch, lease, ended.signal).finally(() => {
        underWay.delete(lease);
        heard.resolve();
      });
    }
  };
  const keepLooking = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await look().catch((error) => {
        if (!waitsForRestore(error, log))
          log.warn({ error: messageOf(error) }, 'nothing was taken to draw for others');
      });
      await thatOrAWhile(heard.promise);
      heard = Promise.withResolvers();
    }
  };
  let looking: Promise<void> | undefined;
  return {
    start: () => {
      together.bell.onRing('renderings', () => heard.resolve());
      looking = keepLooking();
    },
    stop: async () => {
      ended.abort();
      heard.resolve();
      if (looking === undefined) return;
      await looking;
      await giveBackBatches(database, together.life.id()).catch(() => undefined);
      together.bell.ring('renderings');
    },
  };
}

/** Draws one batch and leaves what became of it; what goes wrong by accident is told the one who asked. */
async function draw(
  parts: DrawForOthersParts,
  batch: RenderBatchRow,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, together, log } = parts;
  const wanted = JSON.parse(batch.wanted) as HandedOver[];
  try {
    const outcomes = outcomesOf(parts, batch, wanted, signal);
    const sent = await outcomes
      .then((drawn) => sendImages(parts, drawn))
      .catch((error) => {
        log.warn({ error: messageOf(error), file: batch.fileKey }, 'what others asked for was not drawn');
        return failed(wanted, error);
      });
    if (signal.aborted) return;
    parts.drawn(wanted.length);
    const finish = () => finishBatch(database, { id: batch.id, lease }, JSON.stringify(sent));
    if (await onceRestored(finish, { log, isStopped: () => signal.aborted })) together.bell.ring('drawn');
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'what was drawn for others was not handed over');
  }
}

async function outcomesOf(
  { snapshots, fonts, renderOnce, sourceOf }: DrawForOthersParts,
  { fileKey, snapshot: id, options, organizationId, caller }: RenderBatchRow,
  wanted: readonly HandedOver[],
  signal: AbortSignal,
): Promise<Outcomes> {
  const opened = async (key: FileKey, version: BlobId): Promise<ComparedVersion | undefined> => {
    const source = await sourceOf(key, version);
    if (source === undefined) return undefined;
    const { snapshot, path, overlayPath } = await snapshots.open(version);
    return { source, snapshot, snapshotPath: path, overlayPath };
  };
  const named = wanted[0]?.earlier;
  const later = await opened(fileKey, id);
  const earlier = named && (await opened(named.fileKey, named.snapshot));
  if (later === undefined || (named !== undefined && earlier === undefined))
    return new Map(wanted.map(({ name }) => [name, { reason: 'missing' }]));
  return renderOnce(
    {
      ...later,
      earlier,
      options: JSON.parse(options),
      signal,
      fonts: await fonts(organizationId),
      party: { organization: organizationId, caller },
    },
    wanted,
  );
}

function failed(wanted: readonly WantedImage[], error: unknown): SentImages {
  const outcome = { reason: 'failed', detail: messageOf(error) } as const;
  const images = wanted.map(({ name }) => ({ name, outcome, start: 0 }));
  return { blob: null, images, isStoreAway: error instanceof StoreAway };
}
