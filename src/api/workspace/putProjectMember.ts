import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { findInvitable } from '../../people/people-store.ts';
import { findAdministeredProject, putProjectRole } from '../../places/places-store.ts';
import { recordMembership } from '../../places/record-membership.ts';

export const putProjectMember: Handler<'putProjectMember'> = async ({ caller, path, body }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const project = await findAdministeredProject(transaction, caller, path.project_id);
    const { id, organizationId, team_id: teamId } = project;
    const person = await findInvitable(transaction, caller, organizationId, path.user_id);
    const before = await putProjectRole(transaction, id, person.id, body.role);
    const place = { of: 'folder', id, organizationId, teamId } as const;
    await recordMembership(change, { ...place, person, before, after: body.role });
  });
  return { json: { project: path.project_id, user: path.user_id, role: body.role } };
};
