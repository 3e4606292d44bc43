import { listedRecord } from '../../files/listed-files-record.ts';
import { listedFiles } from '../../files/listed-files-store.ts';
import type { Handler } from '../../operation.ts';
import { findListedProject, orForbidden } from '../../places/listed-places-store.ts';

/** @see PROJ-02, PROJ-04 */
export const getProjectFiles: Handler<'getProjectFiles'> = async ({ caller, path, query }, context) => {
  const project = await orForbidden(findListedProject(context, caller, path.project_id));
  const files = await listedFiles(context, caller, project, query.branch_data);
  return { json: { name: project.name, files: files.map((file) => listedRecord(caller, context, file)) } };
};
