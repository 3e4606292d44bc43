import { inChange } from '../../change.ts';
import { gatherBytes } from '../../content/gather-bytes.ts';
import { bodyContract } from '../../contract/contract.ts';
import { keepImageFills, prepareImageFill } from '../../files/keep-image-fills.ts';
import type { Handler } from '../../operation.ts';

const { mostBytes } = bodyContract('putImageFill');

/** Stores the bytes that paints of the file show under this `imageRef`, in place of those before. */
export const putImageFill: Handler<'putImageFill'> = async ({ caller, path, body }, context) => {
  const { file_key, image_ref: imageRef } = path;
  const sent = { imageRef, bytes: () => gatherBytes(body, mostBytes) };
  const { image, counted } = await prepareImageFill(context, caller, file_key, sent);
  await inChange(context, caller, (change) => keepImageFills(change, file_key, [image], counted));
  return {
    json: {
      file_key,
      image_ref: image.imageRef,
      content_type: image.contentType,
      size_bytes: image.sizeBytes,
    },
  };
};
