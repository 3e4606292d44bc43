import { versionIdOf } from '../../contract/branded-ids.ts';
import { pageOfVersions } from '../../files/versions-store.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';

/** The history of a file, newest first. Its pages are addresses that can be called as they are. */
export const getFileVersions: Handler<'getFileVersions'> = async ({ caller, path, query }, context) => {
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const page = await pageOfVersions(context.database, file.key, {
    size: query.page_size,
    before: versionIdOf(query.before),
    after: versionIdOf(query.after),
  });
  const address = (edge: 'before' | 'after', id: string): string =>
    `${context.addresses.base}/v1/files/${file.key}/versions?page_size=${query.page_size}&${edge}=${id}`;
  const newest = page.versions[0];
  const oldest = page.versions.at(-1);
  return {
    json: {
      versions: page.versions.map((version) => ({
        id: version.id,
        created_at: isoTime(version.createdAt),
        label: version.label,
        description: version.description,
        user: { id: version.userId, handle: version.handle, img_url: version.imgUrl },
        thumbnail_url: thumbnailAddress(context, caller.user.id, file.key, version.id),
      })),
      pagination: {
        ...(page.hasNewer && newest !== undefined ? { prev_page: address('after', newest.id) } : {}),
        ...(page.hasOlder && oldest !== undefined ? { next_page: address('before', oldest.id) } : {}),
      },
    },
  };
};
