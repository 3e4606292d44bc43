import { inChange } from '../../change.ts';
import { fileKeyOf, projectIdOf } from '../../contract/branded-ids.ts';
import { createFile as createFileOf, prepareFile } from '../../files/create-file.ts';
import type { Handler } from '../../operation.ts';
import { fileRecord } from './file-record.ts';

/** Makes a file without content, which the caller owns. */
export const createFile: Handler<'createFile'> = async ({ caller, body }, context) => {
  const { name, project: projectId, editor_type: editorType, link_access: linkAccess } = body;
  const key = body.key === undefined ? undefined : fileKeyOf(body.key);
  const wanted = { key, name, projectId: projectIdOf(projectId), editorType, linkAccess };
  const counted = await prepareFile(context, caller, wanted);
  const file = await inChange(context, caller, (change) => createFileOf(change, wanted, counted));
  return { json: fileRecord(file) };
};
