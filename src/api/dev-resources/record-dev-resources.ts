import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import { recordActivity } from '../../events/activity.ts';
import { mainFileEntity } from '../../events/activity-entities.ts';
import type { VisibleFile } from '../files/store.ts';

type DevResourceActivity =
  | 'fig_file_dev_resource_create'
  | 'fig_file_dev_resource_update'
  | 'fig_file_dev_resource_delete';

/** Records what a request did with dev resources: one event for each file. */
export async function recordDevResources(
  transaction: Kysely<Tables>,
  caller: Caller,
  context: Context,
  type: DevResourceActivity,
  done: readonly { readonly file: VisibleFile; readonly row: { readonly id: string } }[],
): Promise<void> {
  for (const [file, ofFile] of Map.groupBy(done, (one) => one.file)) {
    const { organizationId, teamId } = file;
    const details = { dev_resource_ids: ofFile.map(({ row }) => row.id) };
    const activity = { type, entity: mainFileEntity(file), organizationId, teamId, details };
    await recordActivity(transaction, caller, context, activity);
  }
}
