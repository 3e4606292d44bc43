import { storeImage } from '../../content/image-bytes.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';
import { findEditableFile, keepImageFills } from '../files/store.ts';
import { gatherBytes } from './gather-bytes.ts';

const largestImageBytes = 64 * 1024 * 1024;

/** Stores the bytes that paints of the file show under this `imageRef`, in place of those before. */
export const putImageFill: Handler<'putImageFill'> = async ({ caller, path, body }, context) => {
  await findEditableFile(context.database, caller, path.file_key);
  const image = await storeImage(context.blobs, path.image_ref, await gatherBytes(body, largestImageBytes));
  await inTransaction(context.database, async (transaction) => {
    await findEditableFile(transaction, caller, path.file_key);
    await keepImageFills(transaction, path.file_key, [image]);
  });
  return {
    json: {
      file_key: path.file_key,
      image_ref: image.imageRef,
      content_type: image.contentType,
      size_bytes: image.sizeBytes,
    },
  };
};
