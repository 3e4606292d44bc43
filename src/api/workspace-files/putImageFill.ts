import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { gatherBytes } from '../../content/gather-bytes.ts';
import { storeImage } from '../../content/image-bytes.ts';
import { bodyContract } from '../../contract/contract.ts';
import { recordActivity } from '../../events/activity.ts';
import { fileEntity } from '../../events/activity-entities.ts';
import { keepImageFills } from '../../files/image-fills-store.ts';
import { findEditableFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';

const { mostBytes } = bodyContract('putImageFill');

/** Stores the bytes that paints of the file show under this `imageRef`, in place of those before. */
export const putImageFill: Handler<'putImageFill'> = async ({ caller, path, body }, context) => {
  await findEditableFile(context.database, caller, path.file_key);
  await refuseBeyond(context.database, 'imageFillsOfFile', path.file_key);
  const image = await storeImage(context.blobs, path.image_ref, await gatherBytes(body, mostBytes));
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findEditableFile(transaction, caller, path.file_key);
    const changed = await keepImageFills(transaction, path.file_key, [image]);
    if (changed.length === 0) return;
    await recordActivity(change, {
      type: 'fig_file_image_fill_change',
      entity: fileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      details: { image_ref: path.image_ref },
    });
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
