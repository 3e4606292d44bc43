import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { badRequest } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { projectEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import {
  findAdministeredTeam,
  insertProject,
  projectIsInTeam,
  putProjectRole,
} from '../../places/places-store.ts';

/** Makes a project. One for invited people only has its maker as the first of them. */
export const createProject: Handler<'createProject'> = async ({ caller, body }, context) => {
  const { name, team, access = 'team', parent = null } = body;
  const id = context.ids.digits();
  await findAdministeredTeam(context.database, caller, team);
  await refuseBeyond(context.database, 'projectsOfTeam', team);
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const { organizationId } = await findAdministeredTeam(transaction, caller, team);
    if (parent !== null && !(await projectIsInTeam(transaction, parent, team))) {
      throw badRequest(`The team has no project "${parent}" that could be the parent.`);
    }
    const created_at = context.clock.now();
    await insertProject(transaction, { id, name, team_id: team, access, parent_id: parent, created_at });
    if (access === 'invite_only') await putProjectRole(transaction, id, caller.user.id, 'admin');
    await recordActivity(change, {
      type: 'folder_create',
      entity: projectEntity({ id, name }),
      organizationId,
      teamId: team,
      details: { access, parent_id: parent },
    });
  });
  return { json: { id, name, team, access, parent } };
};
