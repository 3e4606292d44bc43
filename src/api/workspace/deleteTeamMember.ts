import { inTransaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { deleteTeamRole, findAdministeredTeam } from './store.ts';

export const deleteTeamMember: Handler<'deleteTeamMember'> = async ({ caller, path }, context) => {
  await inTransaction(context.database, async (transaction) => {
    const team = await findAdministeredTeam(transaction, caller, path.team_id);
    const wasIn = await deleteTeamRole(transaction, team.id, path.user_id);
    if (!wasIn) throw notFound('This person is not a member.');
  });
  return { json: { status: 200, error: false } };
};
