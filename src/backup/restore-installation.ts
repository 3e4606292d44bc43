import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { requireStanding } from '../access/standing-store.ts';
import { filesWithBlob, fontsWithBlob } from '../blobs/blob-owners-store.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import { StoreUnusable } from '../blobs/claim-objects.ts';
import { StoreAway } from '../blobs/object-store.ts';
import type { Context } from '../context.ts';
import { restoreTables } from '../database/dump.ts';
import { schemaOf } from '../database/migrate.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../errors.ts';
import { installationId } from '../installation/installation-settings-store.ts';
import type { WebhooksThere } from '../mirrors/take-back-webhooks.ts';
import { forgetTakenBack, takeBackLost, webhooksThere } from '../mirrors/webhooks-of-restore.ts';
import { readRestored } from '../search/read-restored.ts';
import { sealTokensAnew } from '../upstreams/seal-anew.ts';
import { holdTogether } from './held-rows.ts';
import { makeIncomingFolder, removeFolder } from './incoming-folder.ts';
import { lastingTokens } from './lasting-tokens-store.ts';
import { liveCredentials } from './live-credentials-store.ts';
import { type ReceivedBackup, readArchive } from './read-archive.ts';
import { requireAdministrator } from './require-administrator.ts';
import { asRefusal, rowsToRestore } from './restore-rows.ts';

/**
 * Puts a backup in the place of everything: all of it, or on any refusal nothing. Changes are made as usual until the
 * archive is read and what it brings is stored; from then on none is, until its rows are in place. The administrator's
 * token of this data folder goes on working.
 *
 * @throws ApiError 400, 403, 503 with what is wrong with the store
 */
export async function restoreInstallation(context: Context, caller: Caller, body: Readable) {
  requireAdministrator(caller);
  const folder = await makeIncomingFolder(context);
  try {
    const { database, blobs } = context;
    const schemaVersion = await schemaOf(database);
    const backup = await readArchive(body, { blobs, folder, schemaVersion });
    // Before the rows are another's, so that a start finds its id whenever this one is killed.
    if (backup.installationId !== undefined) await blobs.admit?.(backup.installationId);
    const { isOwn, there, rows, standstillMs } = await putInPlace(context, caller, backup);
    const isOurs = backup.secret !== undefined && (await context.secret.adopt(backup.secret));
    const secret = isOurs ? ('restored' as const) : ('kept' as const);
    if (!isOurs && backup.secret !== undefined) await sealWithOurs(context, backup.secret);
    if (isOwn) await forgetTakenBack(context, there);
    await takeBackLost(context, there);
    for (const id of backup.unproven) await blobs.delete(id);
    const lacks = await whatLacks(context, backup.lacking);
    return { rows, blobs: backup.blobs, standstillMs, secret, ...lacks };
  } catch (error) {
    throw error instanceof StoreAway || error instanceof StoreUnusable ? nameCause(error) : error;
  } finally {
    await removeFolder(folder);
  }
}

/**
 * Replaces the rows, and answers what there was before, and for how long nothing was changed.
 * @throws ApiError 403 where who restores may no longer, now that the archive is read
 */
async function putInPlace({ database, log, clock }: Context, caller: Caller, backup: ReceivedBackup) {
  const found = { isOwn: false, there: [] as WebhooksThere[], rows: 0 };
  const beganAt = performance.now();
  const rowsFor = async (transaction: Kysely<Tables>) => {
    await requireStanding({ transaction, by: caller, at: clock.now(), context: { database } });
    const { installationId: theirs } = backup;
    found.isOwn = theirs !== undefined && theirs === (await installationId(transaction));
    found.there = await webhooksThere(transaction);
    return rowsToRestore(backup, {
      lasting: (await lastingTokens(transaction)).map((token) => ({ ...token })),
      live: found.isOwn ? await liveCredentials(transaction) : undefined,
      count: (count) => {
        found.rows += count;
      },
    });
  };
  log.info('a backup is put in place; changes are refused until that is done');
  await restoreTables(database, rowsFor, async (transaction) => {
    await holdTogether(transaction);
    await readRestored(transaction);
  }).catch((error) => {
    throw asRefusal(error);
  });
  const standstillMs = Math.round(performance.now() - beganAt);
  log.info({ standstillMs }, 'a backup is in place; changes are made again');
  return { ...found, standstillMs };
}

const mostNamed = 100;

/** What the rows refer to and is to be had nowhere, and the files and fonts that need it. */
async function whatLacks({ database, log }: Context, lacking: readonly BlobId[]) {
  const firstLacking = [];
  for (const blob of lacking.slice(0, mostNamed)) {
    const [files, fonts] = await Promise.all([filesWithBlob(database, blob), fontsWithBlob(database, blob)]);
    firstLacking.push({ blob, files, fonts });
  }
  if (lacking.length > 0)
    log.error({ lacking: lacking.length, firstLacking }, 'a backup was restored that lacks stored bytes');
  return { lacking: lacking.length, firstLacking };
}

/** Others are not told what is wrong with the store; whoever restores is its administrator. */
const nameCause = (error: StoreAway | StoreUnusable): ApiError =>
  new ApiError(503, `${error.message} Nothing was changed.`, {
    cause: error,
    headers: { 'retry-after': '60' },
  });

/** What the secret of the backup has sealed, while that is known. */
async function sealWithOurs({ database, secret, ids }: Context, theirs: string): Promise<void> {
  const texts = [secret.texts()[0], theirs] as const;
  await sealTokensAnew({ database, ids, secret: { texts: () => texts } });
}
