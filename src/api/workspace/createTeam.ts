import { inChange } from '../../change.ts';
import { organizationIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { createTeam as create, prepareTeam } from '../../places/create-team.ts';
import { teamRecord } from './team-record.ts';

/** Makes a team in an organization that the caller administers. */
export const createTeam: Handler<'createTeam'> = async ({ caller, body }, context) => {
  const { name, organization } = body;
  const wanted = { name, organizationId: organizationIdOf(organization) ?? caller.user.organizationId };
  const counted = await prepareTeam(context, caller, wanted);
  const team = await inChange(context, caller, (change) => create(change, wanted, counted));
  const { id: user, handle } = caller.user;
  return { json: teamRecord(team, [{ user, handle, role: 'admin' }]) };
};
