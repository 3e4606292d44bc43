import { nextPage } from '../../access/paged-list.ts';
import { filePageAddress } from '../../access/public-addresses.ts';
import { projectIdOf } from '../../contract/branded-ids.ts';
import type { ShownFile } from '../../contract/contract.ts';
import { pageOfFiles } from '../../files/listed-files-store.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { findVisibleProject } from '../../places/projects-store.ts';

/** The files of a project, as a page of it shows them. */
export const listFiles: Handler<'listFiles'> = async ({ caller, query }, context) => {
  const project = await findVisibleProject(context.database, caller, projectIdOf(query.project));
  const { rows: files, ...page } = await pageOfFiles(context, caller, project, query);
  return {
    json: {
      files: files.map(({ key, name, editorType, currentVersion, lastModified }) => ({
        key,
        name,
        editor_type: editorType as ShownFile['editor_type'],
        last_modified: isoTime(lastModified),
        thumbnail_url:
          currentVersion === null ? null : thumbnailAddress(context, caller.user.id, key, currentVersion),
        url: filePageAddress(context.addresses.web, { key, name, editorType }),
      })),
      ...nextPage(page),
    },
  };
};
