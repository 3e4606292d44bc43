import { basePathOf } from '../../access/addresses.ts';
import { fileBody } from '../../content/byte-body.ts';
import { imageFillPath } from '../../content/image-fill-path.ts';
import { ApiError, forbidden, notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { findImageFill } from '../files/store.ts';

/**
 * The bytes of an image fill, for whoever holds a signed address that has not expired.
 *
 * @see FILL-03, FILL-04
 */
export const downloadImageFill: Handler<'downloadImageFill'> = async ({ path, query }, context) => {
  const target = imageFillPath(basePathOf(context.addresses.base), path.file_key, path.image_ref);
  const expires = String(query.expires ?? '');
  if (!context.signer.verify(target, expires, query.signature ?? '')) {
    throw forbidden('The address is not one that this server signed.');
  }
  if (Number(expires) * 1000 <= context.clock.now()) {
    throw new ApiError(410, 'The address has expired. Ask for the image fills of the file again.');
  }
  const image = await findImageFill(context.database, path.file_key, path.image_ref);
  if (image === undefined) throw notFound('Image not found');
  const local = await context.blobs.localPath(image.blob);
  return {
    contentType: image.content_type,
    etag: image.blob.slice(0, 32),
    compressible: false,
    headers: {
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    },
    body: fileBody(local, image.size_bytes, Buffer.alloc(0)),
  };
};
