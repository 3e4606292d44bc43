import { fileBody } from '../../content/byte-body.ts';
import { imageFillPath } from '../../content/image-fill-path.ts';
import { notFound } from '../../errors.ts';
import { findImageFill } from '../../files/image-fills-store.ts';
import type { Handler } from '../../operation.ts';
import { requireSigned } from './require-signed.ts';

/**
 * The bytes of an image fill, for whoever holds a signed address that has not expired.
 *
 * @see FILL-03, FILL-04
 */
export const downloadImageFill: Handler<'downloadImageFill'> = async ({ path, query }, context) => {
  requireSigned(context, imageFillPath(path.file_key, path.image_ref), query);
  const image = await findImageFill(context.database, path.file_key, path.image_ref);
  if (image === undefined) throw notFound('Image not found');
  const local = await context.blobs.localPath(image.blob);
  return {
    contentType: image.contentType,
    etag: image.blob.slice(0, 32),
    compressible: false,
    headers: {
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    },
    body: fileBody(local, image.sizeBytes, Buffer.alloc(0)),
  };
};
