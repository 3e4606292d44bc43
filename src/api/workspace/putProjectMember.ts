import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';
import { requireInvitable } from './people-store.ts';
import { findAdministeredProject, putProjectRole } from './store.ts';

export const putProjectMember: Handler<'putProjectMember'> = async ({ caller, path, body }, context) => {
  await inTransaction(context.database, async (transaction) => {
    const project = await findAdministeredProject(transaction, caller, path.project_id);
    await requireInvitable(transaction, caller, project.organizationId, path.user_id);
    await putProjectRole(transaction, project.id, path.user_id, body.role);
  });
  return { json: { project: path.project_id, user: path.user_id, role: body.role } };
};
