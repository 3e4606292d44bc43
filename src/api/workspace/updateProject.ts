import { inChange } from '../../change.ts';
import { projectIdOf, teamIdOf } from '../../contract/branded-ids.ts';
import { changeProjectWithBelongings } from '../../libraries/change-project-with-belongings.ts';
import type { Handler } from '../../operation.ts';
import { prepareProjectChange } from '../../places/change-project.ts';
import { projectRecord } from './project-record.ts';

/** Renames, moves or archives a project, or changes whom of its team it is open to. In another team it stands at the top. */
export const updateProject: Handler<'updateProject'> = async ({ caller, path, body }, context) => {
  const { name, team, access, archived: isArchived } = body;
  const { parent = team === undefined ? undefined : null } = body;
  const changes = { name, teamId: teamIdOf(team), access, parentId: projectIdOf(parent), isArchived };
  const counted = await prepareProjectChange(context, caller, path.project_id, changes);
  const project = await inChange(context, caller, (change) =>
    changeProjectWithBelongings(change, path.project_id, changes, counted),
  );
  return { json: projectRecord(project) };
};
