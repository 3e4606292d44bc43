import type { ByteBody } from '../../content/byte-body.ts';
import type { BytesAnswer } from '../../operation.ts';
import { contentTypes, type ImageFormat } from '../../render/render-options.ts';

/** What keeps a picture from doing anything but being looked at. Viewers of PDF do not work under it. */
const onlyLookedAt = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** The bytes of an image with headers that fit its format; the name of an image stands for its bytes. */
export function imageAnswer(name: string, body: ByteBody, cacheControl: string): BytesAnswer {
  const [tag = '', format = ''] = name.split('.');
  return {
    contentType: contentTypes[format as ImageFormat],
    etag: tag,
    compressible: format === 'svg',
    headers: {
      'cache-control': cacheControl,
      ...(format === 'pdf' ? {} : { 'content-security-policy': onlyLookedAt }),
    },
    body,
  };
}
