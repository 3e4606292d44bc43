import { projectMeta } from '../../files/listed-files-store.ts';
import type { Handler } from '../../operation.ts';
import { findListedProject, orForbidden } from '../../places/listed-places-store.ts';

export const getProjectMeta: Handler<'getProjectMeta'> = async ({ caller, path }, context) => {
  const project = await orForbidden(findListedProject(context, caller, path.project_id));
  return { json: await projectMeta(context, caller, project) };
};
