import { inTransaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { deleteProjectRole, findAdministeredProject } from './store.ts';

export const deleteProjectMember: Handler<'deleteProjectMember'> = async ({ caller, path }, context) => {
  await inTransaction(context.database, async (transaction) => {
    const project = await findAdministeredProject(transaction, caller, path.project_id);
    const wasIn = await deleteProjectRole(transaction, project.id, path.user_id);
    if (!wasIn) throw notFound('This person is not a member.');
  });
  return { json: { status: 200, error: false } };
};
