import { requireName, requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { conflict } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { fileEntity } from '../events/activity-entities.ts';
import { publish } from '../events/publish.ts';
import { addVersion } from './add-version-store.ts';
import { nameVersionRow } from './file-rows-store.ts';
import { findVersion, type VersionRow } from './versions-store.ts';
import { findEditableFile } from './visible-file-store.ts';

export interface VersionName {
  readonly label: string;
  readonly description: string | null;
}

/**
 * Names the current state. A state that has a name keeps it: the second name comes as a version of its own,
 * newer and of the same content.
 *
 * @throws ApiError 400, 403, 404, 409
 */
export async function nameVersion(change: Change, key: FileKey, name: VersionName): Promise<VersionRow> {
  const { transaction, by } = change;
  const file = await findEditableFile(transaction, by, key);
  requireName(name.label);
  requireText('The description of the version', name.description);
  if (file.currentVersion === null)
    throw conflict('The file has no content yet, so there is nothing to name.');
  const current = await findVersion(transaction, file, undefined);
  const isUnnamed = current.label === null;
  const named = await (isUnnamed ? nameInPlace : addNamed)(change, current, name);
  await recordActivity(change, {
    type: 'fig_file_version_name',
    entity: fileEntity(file),
    organizationId: file.organizationId,
    teamId: file.teamId,
    details: { version: named.id, label: name.label },
  });
  const published = { id: named.id, createdAt: named.createdAt, description: named.description };
  await publish(change, { type: 'FILE_VERSION_UPDATE', file, by: by.user, version: published });
  return named;
}

async function nameInPlace(
  { transaction }: Change,
  current: VersionRow,
  name: VersionName,
): Promise<VersionRow> {
  await nameVersionRow(transaction, current, name);
  return { ...current, ...name };
}

async function addNamed(change: Change, current: VersionRow, name: VersionName): Promise<VersionRow> {
  const { snapshot, nodeCount } = current;
  const id = await addVersion(change, current.fileKey, { snapshot, nodeCount, ...name });
  return { ...current, ...name, userId: change.by.user.id, createdAt: change.at, id };
}
