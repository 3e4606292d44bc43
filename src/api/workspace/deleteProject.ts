import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { deleteProject as deleteProjectOf } from '../../removal/delete-project.ts';

/** Deletes a project for those who administer its team, and what it holds where that is said. */
export const deleteProject: Handler<'deleteProject'> = async ({ caller, path, query }, context) => {
  const withContents = query.with_contents ?? false;
  await inChange(context, caller, (change) => deleteProjectOf(change, path.project_id, { withContents }));
  return { json: { status: 200, error: false } };
};
