import type { Handler } from '../../operation.ts';
import { findListedProject, foldersIn } from '../../places/listed-places-store.ts';

export const getFolderFolders: Handler<'getFolderFolders'> = async ({ caller, path }, context) => {
  const folder = await findListedProject(context, caller, path.folder_id);
  const folders = await foldersIn(context, caller, folder);
  const records = folders.map(({ id, name }) => ({ id, name, parent_folder_id: folder.id }));
  return { json: { name: folder.name, folders: records } };
};
