import type { Handler } from '../../operation.ts';
import { projectMeta } from './files-store.ts';
import { findListedProject, orForbidden } from './listed-place-store.ts';

export const getProjectMeta: Handler<'getProjectMeta'> = async ({ caller, path }, context) => {
  const project = await orForbidden(findListedProject(context, caller, path.project_id));
  return { json: await projectMeta(context, caller, project) };
};
