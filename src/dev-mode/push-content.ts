import type { Caller } from '../access/caller.ts';
import type { Change } from '../change.ts';
import type { CompiledContent, Source } from '../content/compile-content.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { publish } from '../events/publish.ts';
import { addVersion } from '../files/add-version-store.ts';
import { takeEditorType } from '../files/take-editor-type.ts';
import { findEditableFile, type VisibleFile } from '../files/visible-file-store.ts';
import { type NewDevStatuses, newDevStatuses, publishDevStatuses } from './publish-dev-statuses.ts';

/** A document that is stored and belongs to no version yet. */
export interface PreparedContent {
  readonly content: CompiledContent;
  readonly found: NewDevStatuses;
}

export interface PushedContent extends PreparedContent {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * Compiles a document for a file, ahead of the change that makes it the file's state.
 * @throws ApiError 400, 403, 404, 413
 */
export async function prepareContent(
  context: Context,
  caller: Caller,
  fileKey: FileKey,
  source: Source,
): Promise<PreparedContent> {
  const before = await findEditableFile(context.database, caller, fileKey);
  const party = { organization: before.organizationId, caller: caller.user.id };
  const content = await context.compileContent(source, party);
  const found = await newDevStatuses(context.database, context, before, content.snapshot);
  return { content, found };
}

/**
 * Makes a document the file's new state, and tells of it and of each state of development that it brings.
 * @throws ApiError 400, 403, 404
 */
export async function pushContent(
  change: Change,
  fileKey: FileKey,
  { content, found, label, description }: PushedContent,
): Promise<{ file: VisibleFile; version: string }> {
  const { transaction, by, at } = change;
  const { snapshot, nodeCount } = content;
  const file = await findEditableFile(transaction, by, fileKey);
  await takeEditorType(change, file, content);
  const made = { snapshot, nodeCount, userId: by.user.id, at, label, description };
  const version = await addVersion(transaction, file.key, made);
  await publish(change, { type: 'FILE_UPDATE', file });
  await publishDevStatuses(change, { file, content: snapshot, found });
  if (label !== undefined || description !== undefined) {
    const named = { id: version, createdAt: at, description };
    await publish(change, { type: 'FILE_VERSION_UPDATE', file, by: by.user, version: named });
  }
  await recordActivity(change, {
    type: 'fig_file_content_change',
    entity: fileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
    details: { version, nodes: nodeCount },
  });
  return { file, version };
}
