import { inChange } from '../../change.ts';
import { projectIdOf, teamIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { createProject as create, prepareProject } from '../../places/create-project.ts';

/** Makes a project. One for invited people only has its maker as the first of them. */
export const createProject: Handler<'createProject'> = async ({ caller, body }, context) => {
  const { name, team, access = 'team', parent = null } = body;
  const wanted = { name, teamId: teamIdOf(team), access, parentId: projectIdOf(parent) };
  const counted = await prepareProject(context, caller, wanted);
  const { id } = await inChange(context, caller, (change) => create(change, wanted, counted));
  return { json: { id, name, team, access, parent, archived_at: null } };
};
