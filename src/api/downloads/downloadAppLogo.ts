import { findLogo } from '../../apps/app-logos-store.ts';
import { bytesBody } from '../../content/byte-body.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';

/** The picture of an app, as anyone sees it who is asked to allow the app; its address cannot be guessed. */
export const downloadAppLogo: Handler<'downloadAppLogo'> = async ({ path }, { database }) => {
  const image = await findLogo(database, path.client_id, path.logo_id);
  if (image === undefined) throw notFound('Image not found');
  const [head = '', base64 = ''] = image.split(',');
  const bytes = Buffer.from(base64, 'base64');
  return {
    contentType: head.slice('data:'.length, -';base64'.length),
    headers: {
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    },
    compressible: false,
    etag: path.logo_id.slice(0, 32),
    body: bytesBody(bytes),
  };
};
