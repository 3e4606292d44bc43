import { inChange } from '../../change.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { findPerson } from '../../people/people-store.ts';
import { deleteProjectRole, findAdministeredProject } from '../../places/places-store.ts';
import { recordMembership } from '../../places/record-membership.ts';

export const deleteProjectMember: Handler<'deleteProjectMember'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const project = await findAdministeredProject(transaction, caller, path.project_id);
    const { id, organizationId, team_id: teamId } = project;
    const before = await deleteProjectRole(transaction, id, path.user_id);
    if (before === undefined) throw notFound('This person is not a member.');
    const person = await findPerson(transaction, path.user_id);
    const place = { of: 'folder', id, organizationId, teamId } as const;
    await recordMembership(change, { ...place, person, before, after: undefined });
  });
  return { json: { status: 200, error: false } };
};
