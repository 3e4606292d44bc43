import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { makeIncomingFolder, removeFolder } from './incoming-folder.ts';
import { requireAdministrator } from './require-administrator.ts';
import { spoolInstallation } from './spool-tables.ts';
import { archiveStream } from './write-archive.ts';

/**
 * Everything that the installation holds, as it was at one moment, while others go on working.
 * @throws ApiError 403
 */
export async function archiveInstallation(context: Context, caller: Caller) {
  requireAdministrator(caller);
  const folder = await makeIncomingFolder(context);
  try {
    const installation = await spoolInstallation(context, folder);
    const now = context.clock.now();
    const stream = archiveStream(installation, context.blobs, now);
    stream.once('error', (error) => context.log.error({ error: error.message }, 'a backup broke off'));
    stream.once('close', () => {
      removeFolder(folder).catch((error) =>
        context.log.warn({ error: String(error) }, 'a folder is left over'),
      );
    });
    return { stream, at: now };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}
