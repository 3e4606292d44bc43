import { inTransaction } from '../../database/transaction.ts';
import type { Handler } from '../../operation.ts';
import { requireInvitable } from './people-store.ts';
import { findAdministeredTeam, putTeamRole } from './store.ts';

export const putTeamMember: Handler<'putTeamMember'> = async ({ caller, path, body }, context) => {
  await inTransaction(context.database, async (transaction) => {
    const team = await findAdministeredTeam(transaction, caller, path.team_id);
    await requireInvitable(transaction, caller, team.organizationId, path.user_id);
    await putTeamRole(transaction, team.id, path.user_id, body.role);
  });
  return { json: { team: path.team_id, user: path.user_id, role: body.role } };
};
