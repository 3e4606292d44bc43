import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { createTeam as create, prepareTeam } from '../../places/create-team.ts';

/** Makes a team in an organization that the caller administers. */
export const createTeam: Handler<'createTeam'> = async ({ caller, body }, context) => {
  const wanted = { name: body.name, organizationId: body.organization ?? caller.user.organizationId };
  await prepareTeam(context, caller, wanted);
  const { id, name, organizationId } = await inChange(context, caller, (change) => create(change, wanted));
  const { id: user, handle } = caller.user;
  const members = [{ user, handle, role: 'admin' as const }];
  return { json: { id, name, organization: organizationId, members } };
};
