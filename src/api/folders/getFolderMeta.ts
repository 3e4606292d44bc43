import { summaryRecord } from '../../files/listed-files-record.ts';
import { summaryOfProject } from '../../files/listed-files-store.ts';
import type { Handler } from '../../operation.ts';
import { findListedProject } from '../../places/listed-places-store.ts';

export const getFolderMeta: Handler<'getFolderMeta'> = async ({ caller, path }, context) => {
  const folder = await findListedProject(context, caller, path.folder_id);
  const summary = await summaryOfProject(context, caller, folder);
  return { json: summaryRecord(caller, context, folder, summary) };
};
