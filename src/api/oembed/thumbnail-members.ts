import { setTimeout as wait } from 'node:timers/promises';
import type { FileRow } from '../../access/file-row.ts';
import { anyone } from '../../access/signed-address.ts';
import { pngSize } from '../../content/png-size.ts';
import type { Context } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { openThumbnail } from '../../images/thumbnail.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';

type ShownFile = Pick<FileRow, 'key' | 'currentVersion'>;

interface ThumbnailMembers {
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
}

/** What a caller has room for, in px. */
interface Room {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** How long an answer waits for a thumbnail that has to be drawn; it goes without one then, and the next has it. */
const mostMs = 10_000;

/**
 * What an answer says of a file's thumbnail, which is drawn for this: nothing where there is none, and of one that
 * is larger than the caller has room for.
 * @see EMB-18, EMB-19, EMB-24
 */
export async function thumbnailMembers(
  file: ShownFile,
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: Room,
  caller: string,
  context: Context,
): Promise<ThumbnailMembers> {
  if (file.currentVersion === null) return {};
  const giveUp = new AbortController();
  const size = thumbnailSize(file, caller, context).catch((error) => {
    context.log.error({ file: file.key, error: messageOf(error) }, 'a thumbnail failed');
  });
  const found = await Promise.race([size, wait(mostMs, undefined, { signal: giveUp.signal, ref: false })]);
  giveUp.abort();
  if (found === undefined || found.width > maxwidth || found.height > maxheight) return {};
  return {
    thumbnail_url: thumbnailAddress(context, anyone, file.key, file.currentVersion),
    thumbnail_width: found.width,
    thumbnail_height: found.height,
  };
}

async function thumbnailSize(file: ShownFile, caller: string, context: Context) {
  const version = await findVersion(context.database, file, undefined);
  const source = await imageSourceOf(context.database, file.key, version.snapshot);
  if (source === undefined) return undefined;
  const { snapshot } = await context.snapshots.open(version.snapshot);
  const image = await openThumbnail(context.images, source, snapshot, caller);
  return image && pngSize(image.body);
}
