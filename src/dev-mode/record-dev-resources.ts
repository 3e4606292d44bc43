import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { mainFileEntity } from '../events/activity-entities.ts';
import { recordTextEvents } from '../events/text-events.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import type { DevResourceRow } from './dev-resources-store.ts';

/** A link that was changed, with its file. */
export interface AttachedLink {
  readonly file: VisibleFile;
  readonly row: DevResourceRow;
}

/** What text events call it. */
const textActions = { create: 'insert', update: 'update', delete: 'delete' } as const;

/** Records what a request did with dev resources: one event for each file, and the text of each link. */
export async function recordDevResources(
  change: Change,
  action: keyof typeof textActions,
  changed: readonly AttachedLink[],
): Promise<void> {
  for (const [file, ofFile] of Map.groupBy(changed, (one) => one.file)) {
    await recordActivity(change, {
      type: `fig_file_dev_resource_${action}`,
      entity: mainFileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      details: { dev_resource_ids: ofFile.map(({ row }) => row.id) },
    });
  }
  const texts = changed.map(({ file, row }) => ({
    ...({ type: 'developer_related_links', action: textActions[action], file } as const),
    text: `${row.name} ${row.url}`,
    nodeId: row.nodeId,
    resourceId: row.id,
  }));
  await recordTextEvents(change, texts);
}
