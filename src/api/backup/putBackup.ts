import { makeIncomingFolder, removeFolder } from '../../backup/incoming-folder.ts';
import { lastingTokens } from '../../backup/lasting-tokens-store.ts';
import { liveCredentials } from '../../backup/live-credentials-store.ts';
import { readArchive } from '../../backup/read-archive.ts';
import { requireAdministrator } from '../../backup/require-administrator.ts';
import { asRefusal, rowsToRestore } from '../../backup/restore-rows.ts';
import { restoreTables } from '../../database/dump.ts';
import { installationId } from '../../installation/installation-settings-store.ts';
import type { Handler } from '../../operation.ts';

/**
 * Puts a backup in the place of everything: all of it, or on any refusal nothing. The administrator's token of
 * this data folder goes on working.
 */
export const putBackup: Handler<'putBackup'> = async ({ caller, body }, context) => {
  requireAdministrator(caller);
  const folder = await makeIncomingFolder(context);
  try {
    const backup = await readArchive(context.blobs, body, folder);
    const { database } = context;
    const isOwn =
      backup.installationId !== undefined && backup.installationId === (await installationId(database));
    let written = 0;
    const rows = rowsToRestore(backup, {
      lasting: (await lastingTokens(database)).map((token) => ({ ...token })),
      live: isOwn ? await liveCredentials(database) : undefined,
      count: (count) => {
        written += count;
      },
    });
    await restoreTables(database, rows).catch((error) => {
      throw asRefusal(error);
    });
    const isOurs = backup.secret !== undefined && (await context.secret.adopt(backup.secret));
    return {
      json: { rows: written, blobs: backup.manifest.blobs, secret: isOurs ? 'restored' : 'kept' },
    };
  } finally {
    await removeFolder(folder);
  }
};
