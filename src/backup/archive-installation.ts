import type { Caller } from '../access/caller.ts';
import type { BlobFault } from '../blobs/blob-fault.ts';
import { filesWithBlob, fontsWithBlob } from '../blobs/blob-owners-store.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import type { Context } from '../context.ts';
import { makeIncomingFolder, removeFolder } from './incoming-folder.ts';
import type { LackingBlob } from './lacking-blobs.ts';
import { requireAdministrator } from './require-administrator.ts';
import { spoolInstallation } from './spool-tables.ts';
import { archiveStream } from './write-archive.ts';

/**
 * Everything that the installation holds, as it was at one moment, while others go on working. What is missing or
 * changed of the stored bytes is named at the end, and keeps nobody from the rest.
 * @throws ApiError 403
 */
export async function archiveInstallation(context: Context, caller: Caller) {
  requireAdministrator(caller);
  const folder = await makeIncomingFolder(context);
  try {
    const installation = await spoolInstallation(context, folder);
    const { refusal } = installation;
    if (refusal !== undefined) context.log.error({ refusal }, 'a backup holds rows that no restore takes');
    const now = context.clock.now();
    const stream = archiveStream(installation, {
      blobs: context.blobs,
      now,
      lacks: (blob, fault) => lackingOf(context, blob, fault),
    });
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

async function lackingOf({ database, log }: Context, blob: BlobId, fault: BlobFault): Promise<LackingBlob> {
  const [files, fonts] = await Promise.all([filesWithBlob(database, blob), fontsWithBlob(database, blob)]);
  log.error({ blob, fault, files: files.map(({ key }) => key), fonts }, 'a backup lacks stored bytes');
  return { blob, fault, files, fonts };
}
