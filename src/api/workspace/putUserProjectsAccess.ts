import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { setProjectsAccess } from '../../people/projects-access.ts';

/** Whether the lists of projects and folders are open to a person where they need approval. @see PROJ-06 */
export const putUserProjectsAccess: Handler<'putUserProjectsAccess'> = async (call, context) => {
  const { caller, path, body } = call;
  await inChange(context, caller, (change) => setProjectsAccess(change, path.user_id, body.approved));
  return { json: { user: path.user_id, approved: body.approved } };
};
