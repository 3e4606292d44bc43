import type { Handler } from '../../operation.ts';
import { findListedTeam } from '../../places/listed-places-store.ts';
import { filesInPlace } from '../../search/files-in-place-store.ts';
import { selectedNodes } from './selected-nodes.ts';

/** The same over all files of a team that the caller sees. */
export const selectTeamNodes: Handler<'selectTeamNodes'> = async (call, context) => {
  const { id: team } = await findListedTeam(context, call.caller, call.path.team_id);
  return selectedNodes(call, context, (from) => filesInPlace(context, call.caller, { team }, from));
};
