import { findPerson } from '../../access/person-store.ts';
import { filePageAddress } from '../../access/public-addresses.ts';
import type { Context } from '../../context.ts';
import type { UserId } from '../../contract/branded-ids.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';

/** @see META-01…06, FILE-27 */
export const getFileMeta: Handler<'getFileMeta'> = async ({ caller, path }, context) => {
  const file = await findVisibleFile(context.database, caller, path.file_key);
  return {
    json: {
      file: {
        name: file.name,
        folder_name: file.projectName,
        last_touched_at: isoTime(file.lastTouchedAt),
        creator: await person(context, file.ownerId),
        last_touched_by: await person(context, file.lastTouchedBy),
        thumbnail_url: thumbnailAddress(context, caller.user.id, file.key, file.currentVersion),
        editorType: file.editorType as 'figma',
        version: file.currentVersion ?? '',
        role: file.role,
        link_access: file.linkAccess,
        url: filePageAddress(context.addresses.web, file),
      },
    },
  };
};

/** A person as the interface names them; someone who was deleted keeps the id. */
async function person(context: Context, id: UserId) {
  const row = await findPerson(context.database, id);
  return { id, handle: row?.handle ?? '', img_url: row?.imgUrl ?? '' };
}
