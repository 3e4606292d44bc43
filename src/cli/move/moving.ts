import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { bringBlobs, copyBlobRows, openArrivingBlobs } from '../../blobs/arriving-blobs.ts';
import { deleteBlobRows } from '../../blobs/blob-rows-store.ts';
import { referencedBlobs } from '../../blobs/referenced-blobs-store.ts';
import { openStoredBlobs } from '../../blobs/stored-blobs.ts';
import { systemClock } from '../../clock.ts';
import { countRows, type DumpedRows, dumpTables, restoreTables } from '../../database/dump.ts';
import { lockFolder } from '../../database/folder-lock.ts';
import type { Tables } from '../../database/tables.ts';
import { randomIds } from '../../ids.ts';
import { installationId } from '../../installation/installation-settings-store.ts';
import { ClosingList, openAlone, openBeside, openStopped } from '../../open-storage.ts';
import { createLogger } from '../../server/request-log.ts';
import { CommandFailed } from '../command.ts';
import type { Progress } from '../progress.ts';
import type { MovePlan } from './move-plan.ts';

/** What lies at both places once all was moved. */
export interface Moved {
  /** Undefined where the database stayed, or follows later. */
  readonly rows: number | undefined;
  readonly blobs: number;
}

interface Moving {
  readonly plan: MovePlan;
  readonly source: Kysely<Tables>;
  /** The same as the source where the database stays. */
  readonly target: Kysely<Tables>;
  readonly installation: string;
  readonly signal: AbortSignal;
  readonly show: (title: string, total: number, things: string) => Progress;
}

/**
 * Brings blobs and then rows to where they shall lie. What is there of an attempt before is left; the source is not
 * changed, but that a bucket which is left has no rows any more.
 * @throws CommandFailed and what databases and stores say
 */
export async function moveInstallation(
  plan: MovePlan,
  options: Pick<Moving, 'signal' | 'show'> & { readonly replace: boolean },
): Promise<Moved> {
  const closing = new ClosingList();
  try {
    const source = await openSource(plan, closing);
    takeTargetFolder(plan, closing);
    const target = plan.movesDatabase ? await openAlone(plan.to, closing, silent()) : source;
    const installation = (await installationId(source)) ?? '';
    if (plan.movesDatabase) await refuseOthers(target, installation, options.replace || plan.blobsOnly);
    const moving: Moving = { ...options, plan, source, target, installation };
    const blobs = await moveBlobs(moving, closing);
    const rows = plan.movesDatabase && !plan.blobsOnly ? await moveRows(moving) : undefined;
    if (!plan.movesDatabase && !plan.blobsOnly && plan.to.blobs === undefined) await deleteBlobRows(source);
    return { rows, blobs };
  } finally {
    await closing.closeAll();
  }
}

const silent = () => createLogger('silent');

/** No server has the source meanwhile, unless blobs alone are brought ahead. */
async function openSource({ from, blobsOnly }: MovePlan, closing: ClosingList): Promise<Kysely<Tables>> {
  if (blobsOnly) return openBeside(from, closing, silent());
  if (existsSync(from.dataFolder)) closing.add(lockFolder(from.dataFolder).release);
  return openStopped(from, closing, silent());
}

function takeTargetFolder({ from, to, isScratch }: MovePlan, closing: ClosingList): void {
  if (to.dataFolder === from.dataFolder) return;
  if (isScratch) closing.add(() => rm(to.dataFolder, { recursive: true, force: true }));
  closing.add(lockFolder(to.dataFolder).release);
}

/** @throws CommandFailed where the target holds something that would be lost */
async function refuseOthers(target: Kysely<Tables>, installation: string, replace: boolean): Promise<void> {
  const present = await installationId(target);
  if (present === undefined || (present === installation && replace)) return;
  throw new CommandFailed(
    present === installation
      ? 'The target holds this installation already. With --replace the rows of the source take the place of its own.'
      : 'The target holds another installation. Name an empty database, or an empty folder.',
  );
}

/** Answers how many there are. */
async function moveBlobs(moving: Moving, closing: ClosingList): Promise<number> {
  const { plan, source, target, installation, signal, show } = moving;
  const { from, to } = plan;
  const ids = await referencedBlobs(source);
  if (plan.blobs === 'stay') {
    if (from.blobs !== undefined) await copyBlobRows(source, target);
    return ids.size;
  }
  const log = silent();
  const stored = await openStoredBlobs(from, source, { log, now: systemClock.now });
  closing.add(stored.close);
  const arriving = await openArrivingBlobs({
    config: to,
    database: target,
    installation,
    log,
    randomPart: randomIds.libraryKey,
    now: systemClock.now,
  });
  closing.add(arriving.close);
  const progress = show('Bringing designs', ids.size, 'blobs');
  try {
    await bringBlobs(ids, { from: stored, to: arriving }, { signal, advance: () => progress.advance(1) });
  } finally {
    progress.end();
  }
  let there = 0;
  for (const id of ids) there += (await arriving.has(id)) ? 1 : 0;
  if (there !== ids.size)
    throw new CommandFailed(`Of ${ids.size} blobs ${ids.size - there} did not arrive; run it again.`);
  return there;
}

/** All rows or none. Answers how many. */
async function moveRows({ source, target, signal, show }: Moving): Promise<number> {
  const counts = await countRows(source);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const progress = show('Bringing rows', total, 'rows');
  try {
    await restoreTables(target, watched(dumpTables(source), progress, signal));
  } finally {
    progress.end();
  }
  const arrived = await countRows(target);
  const wrong = [...counts].filter(([table, count]) => arrived.get(table) !== count);
  if (wrong.length === 0) return total;
  const tables = wrong.map(([table, count]) => `${table} (${count} and ${arrived.get(table)})`);
  throw new CommandFailed(`The two sides have other numbers of rows: ${tables.join(', ')}.`);
}

async function* watched(
  rows: AsyncIterable<DumpedRows>,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<DumpedRows> {
  for await (const part of rows) {
    signal.throwIfAborted();
    yield part;
    progress.advance(part.rows.length);
  }
}
