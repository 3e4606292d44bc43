import { summaryRecord } from '../../files/listed-files-record.ts';
import { summaryOfProject } from '../../files/listed-files-store.ts';
import type { Handler } from '../../operation.ts';
import { findListedProject, orForbidden } from '../../places/listed-places-store.ts';

export const getProjectMeta: Handler<'getProjectMeta'> = async ({ caller, path }, context) => {
  const project = await orForbidden(findListedProject(context, caller, path.project_id));
  const summary = await summaryOfProject(context, caller, project);
  return { json: summaryRecord(caller, context, project, summary) };
};
