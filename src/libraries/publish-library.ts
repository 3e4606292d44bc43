import { requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { FileKey, UserId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { mainFileEntity } from '../events/activity-entities.ts';
import { type LibraryAssets, libraryPublishes } from '../events/library-publish.ts';
import { publish } from '../events/publish.ts';
import { recordTextEvents } from '../events/text-events.ts';
import { publishFileVariables } from '../file-variables/publications-store.ts';
import { requireVariablesAccess } from '../file-variables/variables-access.ts';
import { findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';
import { publishFileAssets } from './assets-store.ts';
import { insertPublish } from './libraries-store.ts';

export interface NewPublish {
  readonly fileKey: FileKey;
  readonly description?: string | undefined;
  /** Who publishes it, where it is left out. Only a workspace file names another. */
  readonly publisherId?: UserId;
}

/** What publishing a file changed of what it offers. */
type PublishedLibrary = Awaited<ReturnType<typeof publishContents>>;

/**
 * Publishes a file as a library: from now on, and until the next time, other files see it as it is now.
 *
 * @throws ApiError 400, 403, 404
 * @see PUB-05…PUB-08, DLV-17, A30
 */
export async function publishLibrary(
  change: Change,
  wanted: NewPublish,
): Promise<{ file: VisibleFile; changes: PublishedLibrary['changes'] }> {
  const { transaction, by, at, context } = change;
  const { fileKey, description, publisherId = by.user.id } = wanted;
  const file = await findVisibleFile(transaction, by, fileKey);
  requireVariablesAccess(by, file, 'share');
  if (file.mainFileKey !== null) throw badRequest('A branch is no library: publish its main file.');
  requireText('description', description);
  const published = await publishContents(change, file.key, publisherId);
  await insertPublish(transaction, {
    id: context.ids.digits(),
    fileKey: file.key,
    userId: publisherId,
    description: description ?? null,
    publishedAt: at,
  });
  await tellPublish(change, { file, description, published });
  return { file, changes: published.changes };
}

async function publishContents(change: Change, fileKey: FileKey, userId: UserId) {
  const assets = await publishFileAssets(change, fileKey, userId);
  const variables = await publishFileVariables(change, fileKey);
  const told: LibraryAssets[] = variables.hasOtherCollections ? ['variables'] : [];
  const changes = { ...assets.changes, variables: variables.changes };
  return { changes, told, descriptions: assets.descriptions };
}

interface Publish {
  readonly file: VisibleFile;
  readonly description: string | undefined;
  readonly published: PublishedLibrary;
}

async function tellPublish(
  change: Change,
  { file, description, published: { changes, told, descriptions } }: Publish,
): Promise<void> {
  for (const event of libraryPublishes({ file, by: change.by.user, description }, changes, told))
    await publish(change, event);
  const type = 'component_documentation_description';
  const texts = descriptions.map((text) => ({ ...text, type, file }) as const);
  await recordTextEvents(change, texts);
  await recordActivity(change, {
    type: 'library_publish',
    entity: mainFileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
    ...(description === undefined ? {} : { details: { description } }),
  });
}
