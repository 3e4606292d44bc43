import { listedRecord } from '../../files/listed-files-record.ts';
import { listedFiles } from '../../files/listed-files-store.ts';
import type { Handler } from '../../operation.ts';
import { findListedProject } from '../../places/listed-places-store.ts';

export const getFolderFiles: Handler<'getFolderFiles'> = async ({ caller, path, query }, context) => {
  const folder = await findListedProject(context, caller, path.folder_id);
  const files = await listedFiles(context, caller, folder, query.branch_data);
  return { json: { name: folder.name, files: files.map((file) => listedRecord(caller, context, file)) } };
};
