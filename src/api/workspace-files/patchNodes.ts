import { versionIdOf } from '../../contract/branded-ids.ts';
import { editNodes } from '../../file-edits/edit-nodes.ts';
import type { Handler } from '../../operation.ts';

/** Changes nodes of a file in one step, as a new version. */
export const patchNodes: Handler<'patchNodes'> = async ({ caller, path, body, signal }, context) => {
  const { if_version: ifVersion, message, as_given: asGiven = false, operations } = body;
  const edit = { operations, asGiven, message, ifVersion: versionIdOf(ifVersion) };
  const wanted = { ...edit, signal: signal() };
  const { version, ids, changed, notes } = await editNodes(context, caller, path.file_key, wanted);
  const made = Object.fromEntries([...ids].map(([at, id]) => [String(at), id]));
  return { json: { version, ids: made, changed, notes: [...notes] } };
};
