import { makeIncomingFolder, removeFolder } from '../../backup/incoming-folder.ts';
import { requireAdministrator } from '../../backup/require-administrator.ts';
import { spoolInstallation } from '../../backup/spool-tables.ts';
import { archiveStream } from '../../backup/write-archive.ts';
import type { Handler } from '../../operation.ts';

/** Sends everything the installation holds, as it was at one moment, while others go on working. */
export const getBackup: Handler<'getBackup'> = async ({ caller }, context) => {
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
    const day = new Date(now).toISOString().slice(0, 10);
    return {
      stream,
      contentType: 'application/x-tar',
      headers: { 'content-disposition': `attachment; filename="vitrine-${day}.tar"` },
    };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
};
