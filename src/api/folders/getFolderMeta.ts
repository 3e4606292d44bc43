import type { Handler } from '../../operation.ts';
import { projectMeta } from '../projects/files-store.ts';
import { findListedProject } from '../projects/listed-place-store.ts';

export const getFolderMeta: Handler<'getFolderMeta'> = async ({ caller, path }, context) => {
  const folder = await findListedProject(context, caller, path.folder_id);
  return { json: await projectMeta(context, caller, folder) };
};
