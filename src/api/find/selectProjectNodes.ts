import type { Handler } from '../../operation.ts';
import { findListedProject } from '../../places/listed-places-store.ts';
import { filesInPlace } from '../../search/files-in-place-store.ts';
import { selectedNodes } from './selected-nodes.ts';

/** The same over all files of a project that the caller sees. */
export const selectProjectNodes: Handler<'selectProjectNodes'> = async (call, context) => {
  const { id: project } = await findListedProject(context, call.caller, call.path.project_id);
  return selectedNodes(call, context, (from) => filesInPlace(context, call.caller, { project }, from));
};
