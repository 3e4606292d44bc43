import type { Readable } from 'node:stream';
import type { Caller } from '../access/caller.ts';
import { filesWithBlob, fontsWithBlob } from '../blobs/blob-owners-store.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import { StoreUnusable } from '../blobs/claim-objects.ts';
import { StoreAway } from '../blobs/object-store.ts';
import type { Context } from '../context.ts';
import { restoreTables } from '../database/dump.ts';
import { schemaOf } from '../database/migrate.ts';
import { ApiError } from '../errors.ts';
import { installationId } from '../installation/installation-settings-store.ts';
import { forgetTakenBack, takeBackLost, webhooksThere } from '../mirrors/webhooks-of-restore.ts';
import { readRestored } from '../search/read-restored.ts';
import { sealTokensAnew } from '../upstreams/seal-anew.ts';
import { holdTogether } from './held-rows.ts';
import { makeIncomingFolder, removeFolder } from './incoming-folder.ts';
import { lastingTokens } from './lasting-tokens-store.ts';
import { liveCredentials } from './live-credentials-store.ts';
import { readArchive } from './read-archive.ts';
import { requireAdministrator } from './require-administrator.ts';
import { asRefusal, rowsToRestore } from './restore-rows.ts';

/**
 * Puts a backup in the place of everything: all of it, or on any refusal nothing. The administrator's token of
 * this data folder goes on working.
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
    const isOwn =
      backup.installationId !== undefined && backup.installationId === (await installationId(database));
    const there = await webhooksThere(database);
    // Before the rows are another's, so that a start finds its id whenever this one is killed.
    if (backup.installationId !== undefined) await blobs.admit?.(backup.installationId);
    let written = 0;
    const rows = rowsToRestore(backup, {
      lasting: (await lastingTokens(database)).map((token) => ({ ...token })),
      live: isOwn ? await liveCredentials(database) : undefined,
      count: (count) => {
        written += count;
      },
    });
    await restoreTables(database, rows, holdTogether).catch((error) => {
      throw asRefusal(error);
    });
    await readRestored(database);
    const isOurs = backup.secret !== undefined && (await context.secret.adopt(backup.secret));
    const secret = isOurs ? ('restored' as const) : ('kept' as const);
    if (!isOurs && backup.secret !== undefined) await sealWithOurs(context, backup.secret);
    if (isOwn) await forgetTakenBack(context, there);
    await takeBackLost(context, there);
    for (const id of backup.unproven) await blobs.delete(id);
    return { rows: written, blobs: backup.blobs, secret, ...(await whatLacks(context, backup.lacking)) };
  } catch (error) {
    throw error instanceof StoreAway || error instanceof StoreUnusable ? nameCause(error) : error;
  } finally {
    await removeFolder(folder);
  }
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
