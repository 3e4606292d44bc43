import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import type { TeamRole } from '../../api/role-names.ts';
import { teamsQuery } from '../files/file-queries.ts';

export async function putMember(team: string, user: string, role: TeamRole): Promise<void> {
  const path = { team_id: team, user_id: user };
  await call('PUT /workspace/v1/teams/{team_id}/members/{user_id}', { path, body: { role } });
  await queries.invalidateQueries(teamsQuery);
}

export async function takeOut(team: string, user: string): Promise<void> {
  const path = { team_id: team, user_id: user };
  await call('DELETE /workspace/v1/teams/{team_id}/members/{user_id}', { path });
  await queries.invalidateQueries(teamsQuery);
}
