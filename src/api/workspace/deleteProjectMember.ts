import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { removeProjectMember } from '../../people/project-members.ts';

export const deleteProjectMember: Handler<'deleteProjectMember'> = async ({ caller, path }, context) => {
  const member = { projectId: path.project_id, userId: path.user_id };
  await inChange(context, caller, (change) => removeProjectMember(change, member));
  return { json: { status: 200, error: false } };
};
