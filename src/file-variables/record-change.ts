import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { publish } from '../events/publish.ts';
import type { VisibleFile } from '../files/files-store.ts';

/** Writes what a change of variables causes: a line in the activity log, and FILE_UPDATE. */
export async function recordVariablesChange(
  transaction: Kysely<Tables>,
  caller: Caller,
  context: Context,
  file: VisibleFile,
): Promise<void> {
  await recordActivity(transaction, caller, context, {
    type: 'fig_file_variables_change',
    entity: fileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
  });
  await publish(transaction, { type: 'FILE_UPDATE', file }, context);
}
