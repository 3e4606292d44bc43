import { downloadAddress, expiryOf } from '../../access/signed-address.ts';
import { imageFillPath } from '../../content/image-fill-path.ts';
import { imageFillsOf } from '../../files/image-fills-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';

/**
 * Addresses of the images that the document's paints show, by `imageRef`. An image whose bytes were never
 * given has no address.
 *
 * @see FILL-01…05, ruling H3
 */
export const getImageFills: Handler<'getImageFills'> = async ({ caller, path }, context) => {
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const version = await findVersion(context.database, file, undefined);
  const imageRefs = await context.snapshots.read(version.snapshot, async ({ snapshot }) =>
    snapshot.imageRefs(),
  );
  const fills = await imageFillsOf(context.database, file.key);
  const stored = new Set(fills.map(({ imageRef }) => imageRef));
  const end = expiryOf(context.clock.now(), context.config.fillUrlDays);
  const images = Object.fromEntries(
    imageRefs
      .filter((imageRef) => stored.has(imageRef))
      .map((imageRef) => [imageRef, downloadAddress(context, imageFillPath(file.key, imageRef), end)]),
  );
  return { json: { error: false, status: 200, images, meta: { images } } };
};
