import type { Kysely } from 'kysely';
import type { BlobId } from '../blobs/blob-store.ts';
import type { Change } from '../change.ts';
import { devStatusChanges } from '../content/dev-status-changes.ts';
import type { Mark } from '../content/mark-nodes.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { ProjectId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { subscribersOf } from '../events/outbox-store.ts';
import { publish } from '../events/publish.ts';
import { findVersion } from '../files/versions-store.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { devResourcesOf } from './dev-resources-store.ts';

/** How states of development differ between a version of a file and new content. */
export interface NewDevStatuses {
  /** The version that was compared; null where there was none. */
  readonly since: string | null;
  /** The project whose webhooks were looked for; undefined for a file that is yet to be made. */
  readonly projectId: ProjectId | undefined;
  readonly marks: readonly Mark[];
}

/** Compares new content with what a file holds. Looked for only where a webhook is told: it reads both documents. */
export async function newDevStatuses(
  database: Kysely<Tables>,
  { snapshots }: Pick<Context, 'snapshots'>,
  file: VisibleFile,
  content: BlobId,
): Promise<NewDevStatuses> {
  const { currentVersion: since, projectId } = file;
  const told = await subscribersOf(database, 'DEV_MODE_STATUS_UPDATE', file);
  if (told.length === 0) return { since, projectId, marks: [] };
  const before = since === null ? undefined : (await findVersion(database, file, since)).snapshot;
  const was = before === undefined ? undefined : (await snapshots.open(before)).snapshot;
  const { snapshot } = await snapshots.open(content);
  return { since, projectId, marks: await runYielding(devStatusChanges(was, snapshot)) };
}

/** Tells webhooks of each state that content brings; compares again where somebody else was faster, or the file lies elsewhere now. @see DLV-15 */
export async function publishDevStatuses(
  change: Change,
  { file, content, found }: { file: VisibleFile; content: BlobId; found: NewDevStatuses },
): Promise<void> {
  const { transaction, by } = change;
  const isHere = (found.projectId ?? file.projectId) === file.projectId;
  const isCurrent = found.since === file.currentVersion && isHere;
  const { marks } = isCurrent ? found : await newDevStatuses(transaction, change.context, file, content);
  for (const { nodeId, status, message } of marks) {
    const relatedLinks = await devResourcesOf(transaction, file.mainFileKey ?? file.key, [nodeId]);
    const details = { nodeId, status, message, relatedLinks };
    await publish(change, { type: 'DEV_MODE_STATUS_UPDATE', file, by: by.user, ...details });
  }
}
