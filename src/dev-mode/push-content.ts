import type { Caller } from '../access/caller.ts';
import type { Counted } from '../access/caps.ts';
import { requireName, requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import { editorTypeOf, type Source } from '../content/compile-content.ts';
import { type PreparedDesign, prepareDesign } from '../content/prepare-design.ts';
import type { Context } from '../context.ts';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { publish } from '../events/publish.ts';
import { readAnswerText, replaceVariables } from '../file-variables/replace-variables.ts';
import { addContent, type NewContent } from '../files/add-content.ts';
import { countImageFills, keepImageFills } from '../files/keep-image-fills.ts';
import { findEditableFile, type VisibleFile } from '../files/visible-file-store.ts';
import type { VariablesState } from '../variables/state.ts';
import { type NewDevStatuses, newDevStatuses, publishDevStatuses } from './publish-dev-statuses.ts';

/** A document that is stored and belongs to no version yet, with what comes beside it. */
export interface PreparedContent {
  readonly content: NonNullable<PreparedDesign['content']>;
  readonly images: PreparedDesign['images'];
  readonly counted: Counted<'imageFillsOfFile'>;
  readonly variables: VariablesState | undefined;
  readonly found: NewDevStatuses;
}

export interface PushedContent extends PreparedContent {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  /** Only what is read from an upstream says itself which version it is, by whom and of when. */
  readonly origin?: ContentOrigin | undefined;
}

type ContentOrigin = Pick<NewContent, 'id' | 'replaces' | 'placesBefore' | 'userId' | 'at'>;

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
  const known = { ...source, fileKey: before.mainFileKey ?? before.key };
  const { content, images, variables: answer } = await prepareDesign(context, { source: known }, party);
  if (content === undefined) throw new Error('A source was compiled to nothing.');
  const counted = await countImageFills(context, before.key, images);
  const variables = answer && (await readAnswerText(answer));
  const found = await newDevStatuses(context.database, context, before, content.snapshot);
  return { content, images, counted, variables, found };
}

/**
 * Makes a document the file's new state, and tells of it and of each state of development that it brings.
 * @throws ApiError 400, 403, 404
 */
export async function pushContent(
  change: Change,
  fileKey: FileKey,
  { content, images, counted, variables, found, label, description, origin }: PushedContent,
): Promise<{ file: VisibleFile; version: VersionId }> {
  const { transaction, by, at } = change;
  const { snapshot, base, nodeCount, changedAt } = content;
  const file = await findEditableFile(transaction, by, fileKey);
  if (origin === undefined) requireVersionTexts(label, description);
  const editorType = editorTypeOf(content);
  const made = { snapshot, base, nodeCount, changedAt, label, description, editorType, ...origin };
  if (images.length > 0) await keepImageFills(change, file.key, images, counted);
  const version = await addContent(change, file.key, made);
  if (variables !== undefined)
    await replaceVariables(change, { fileKey: file.key, state: variables, document: 'came before' });
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

/** @throws ApiError 400 */
function requireVersionTexts(label: string | undefined, description: string | undefined): void {
  requireName(label);
  requireText('The description of the version', description);
}
