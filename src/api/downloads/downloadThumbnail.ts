import { findCallerUser } from '../../access/caller-store.ts';
import { anyone } from '../../access/signed-address.ts';
import { viewableFile } from '../../accounts/viewed-file.ts';
import type { Context } from '../../context.ts';
import { type FileKey, userIdOf } from '../../contract/branded-ids.ts';
import { notFound } from '../../errors.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { thumbnailPath } from '../../images/image-path.ts';
import { openThumbnail } from '../../images/thumbnail.ts';
import type { Handler } from '../../operation.ts';
import { hasPublicSite } from '../../sites/published-sites-store.ts';
import { imageAnswer } from './image-answer.ts';
import { requireSigned } from './require-signed.ts';

const nothingToSee = () => notFound('There is nothing to see.');

/**
 * A small picture of a version of a file or of a node in it, rendered when it is first fetched, while whoever the
 * address was given to may see the file.
 */
export const downloadThumbnail: Handler<'downloadThumbnail'> = async (
  { path, query, ipAddress },
  context,
) => {
  const { file_key: fileKey, version_id: versionId, node_id: nodeId } = path;
  requireSigned(context, thumbnailPath(fileKey, versionId, nodeId), query);
  if (!(await isStillShown(context, fileKey, query.for))) throw nothingToSee();
  const { snapshot: blob } = await findVersion(
    context.database,
    { key: fileKey, currentVersion: null },
    versionId,
  );
  const { snapshot } = await context.snapshots.open(blob);
  const source = await imageSourceOf(context.database, fileKey, blob);
  const shown = nodeId === 'file' ? undefined : nodeId;
  const image = source && (await openThumbnail(context.images, source, snapshot, ipAddress, shown));
  if (image === undefined) throw nothingToSee();
  return imageAnswer(image.name, image.body, 'private, max-age=3600');
};

/** Addresses without a holder may have come to anyone, so they show what is open to anyone. */
async function isStillShown(context: Context, fileKey: FileKey, holder: string = anyone): Promise<boolean> {
  const { database } = context;
  const person = holder === anyone ? undefined : await findCallerUser(database, userIdOf(holder));
  if ((await viewableFile(context, fileKey, person)) !== undefined) return true;
  return holder === anyone && (await hasPublicSite(database, fileKey));
}
