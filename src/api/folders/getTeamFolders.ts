import type { Handler } from '../../operation.ts';
import { findListedTeam, foldersAtTop } from '../../places/listed-places-store.ts';

/** The folders at the top of a team. One in a folder that the caller does not see is at the top for them. */
export const getTeamFolders: Handler<'getTeamFolders'> = async ({ caller, path }, context) => {
  const team = await findListedTeam(context, caller, path.team_id);
  const folders = await foldersAtTop(context, caller, team.id);
  const records = folders.map(({ id, name }) => ({ id, name, parent_folder_id: null }));
  return { json: { name: team.name, folders: records } };
};
