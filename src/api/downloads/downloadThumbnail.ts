import { notFound } from '../../errors.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { thumbnailPath } from '../../images/image-path.ts';
import { openThumbnail } from '../../images/thumbnail.ts';
import type { Handler } from '../../operation.ts';
import { imageAnswer } from './image-answer.ts';
import { requireSigned } from './require-signed.ts';

const nothingToSee = () => notFound('There is nothing to see.');

/** A small picture of a version of a file or of a node in it, rendered when it is first fetched. */
export const downloadThumbnail: Handler<'downloadThumbnail'> = async (
  { path, query, ipAddress },
  context,
) => {
  const { file_key: fileKey, version_id: versionId, node_id: nodeId } = path;
  requireSigned(context, thumbnailPath(fileKey, versionId, nodeId), query);
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
  return imageAnswer(image.name, image.body, 'public, max-age=3600');
};
