import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { VersionRow } from '../../files/versions-store.ts';
import type { VisibleFile } from '../../files/visible-file-store.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { isoTime } from '../../iso-time.ts';

/**
 * What Get file and Get file nodes say of the file itself. They know two editors; the metadata names the kind.
 * @see FILE-02, NODE-02, ruling H29
 */
export function fileHead({ user }: Caller, file: VisibleFile, version: VersionRow, context: Context) {
  return {
    name: file.name,
    lastModified: isoTime(version.createdAt),
    thumbnailUrl: thumbnailAddress(context, user.id, file.key, version.id),
    version: version.id,
    role: file.role,
    editorType: file.editorType === 'figjam' ? ('figjam' as const) : ('figma' as const),
  };
}
