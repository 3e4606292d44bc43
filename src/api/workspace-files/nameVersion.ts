import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { findPerson } from '../../access/person-store.ts';
import { inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { conflict } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { fileEntity } from '../../events/activity-entities.ts';
import { publish } from '../../events/publish.ts';
import { addVersion } from '../../files/add-version-store.ts';
import { nameVersionRow } from '../../files/file-rows-store.ts';
import { findVersion, type VersionRow } from '../../files/versions-store.ts';
import { findEditableFile } from '../../files/visible-file-store.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';

/**
 * Names the current state. A state that has a name keeps it: the second name comes as a version of its own,
 * newer and of the same content.
 */
export const nameVersion: Handler<'nameVersion'> = async ({ caller, path, body }, context) => {
  const name = { label: body.label, description: body.description ?? null };
  const version = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findEditableFile(transaction, caller, path.file_key);
    if (file.current_version === null)
      throw conflict('The file has no content yet, so there is nothing to name.');
    const current = await findVersion(transaction, file, undefined);
    const named =
      current.label === null
        ? await nameInPlace(transaction, current, name)
        : await addNamed(transaction, caller, current, name, context.clock.now());
    await recordActivity(change, {
      type: 'fig_file_version_name',
      entity: fileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      details: { version: named.id, label: name.label },
    });
    const published = { id: named.id, createdAt: named.created_at, description: named.description };
    await publish(change, { type: 'FILE_VERSION_UPDATE', file, by: caller.user, version: published });
    return named;
  });
  const person = await findPerson(context.database, version.user_id);
  return {
    json: {
      id: version.id,
      created_at: isoTime(version.created_at),
      label: version.label,
      description: version.description,
      user: { id: version.user_id, handle: person?.handle ?? '', img_url: person?.img_url ?? '' },
    },
  };
};

interface VersionName {
  readonly label: string;
  readonly description: string | null;
}

async function nameInPlace(
  transaction: Kysely<Tables>,
  current: VersionRow,
  name: VersionName,
): Promise<VersionRow> {
  await nameVersionRow(transaction, current, name);
  return { ...current, ...name };
}

async function addNamed(
  transaction: Kysely<Tables>,
  caller: Caller,
  current: VersionRow,
  name: VersionName,
  now: number,
): Promise<VersionRow> {
  const by = { user_id: caller.user.id, created_at: now };
  const id = await addVersion(transaction, current.file_key, {
    snapshot: current.snapshot,
    nodeCount: current.node_count,
    userId: by.user_id,
    at: now,
    ...name,
  });
  return { ...current, ...name, ...by, id };
}
