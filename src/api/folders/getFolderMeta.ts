import { projectMeta } from '../../files/listed-files-store.ts';
import type { Handler } from '../../operation.ts';
import { findListedProject } from '../../places/listed-places-store.ts';

export const getFolderMeta: Handler<'getFolderMeta'> = async ({ caller, path }, context) => {
  const folder = await findListedProject(context, caller, path.folder_id);
  return { json: await projectMeta(context, caller, folder) };
};
