import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { putProjectMember as put } from '../../people/project-members.ts';

export const putProjectMember: Handler<'putProjectMember'> = async ({ caller, path, body }, context) => {
  const { project_id: projectId, user_id: userId } = path;
  await inChange(context, caller, (change) => put(change, { projectId, userId, role: body.role }));
  return { json: { project: projectId, user: userId, role: body.role } };
};
