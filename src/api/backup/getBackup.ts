import { archiveInstallation } from '../../backup/archive-installation.ts';
import { lastWords } from '../../backup/broken-off.ts';
import type { Handler } from '../../operation.ts';

/** Sends everything the installation holds, as it was at one moment. */
export const getBackup: Handler<'getBackup'> = async ({ caller }, context) => {
  const { stream, at } = await archiveInstallation(context, caller);
  const day = new Date(at).toISOString().slice(0, 10);
  return {
    stream,
    lastWords,
    contentType: 'application/x-tar',
    headers: { 'content-disposition': `attachment; filename="vitrine-${day}.tar"` },
  };
};
