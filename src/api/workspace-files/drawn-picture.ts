import { ApiError } from '../../errors.ts';
import { type ComparedImage, ComparedNotDrawn } from '../../images/compared-images.ts';
import type { BytesAnswer } from '../../operation.ts';
import { TooMuchWaiting } from '../../processes/waiting-room.ts';

/** A picture that was drawn for this call; another one may be due at the same address the next time. */
export const drawnPicture = ({ name, body }: ComparedImage): BytesAnswer => ({
  contentType: 'image/png',
  etag: name,
  compressible: false,
  headers: {
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  },
  body,
});

/** @throws ApiError 503 where a picture that was asked for was not drawn */
export function refuseUndrawn(error: unknown): never {
  if (error instanceof TooMuchWaiting)
    throw new ApiError(503, 'Too many pictures are waiting. Try again in a second.', {
      headers: { 'retry-after': '1' },
    });
  if (error instanceof ComparedNotDrawn)
    throw new ApiError(503, 'The picture was not drawn. Try again in a while.', {
      headers: { 'retry-after': '30' },
      detail: error.message,
    });
  throw error;
}
